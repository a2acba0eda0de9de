// A cast to char * and an offset lead to the field that main uses by name.
#include <pthread.h>
#include <stddef.h>

static struct pair { int left, right; } pair;

static void *set(void *arg) {
  char *bytes = arg;
  *(int *)(bytes + offsetof(struct pair, right)) = 5; // RACE! pair.right
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, set, &pair);
  pair.right = 6; // RACE! pair.right
  pthread_join(t, NULL);
  return pair.left;
}
