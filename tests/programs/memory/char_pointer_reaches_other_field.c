// A cast to char * and an offset lead to a field that main does not use.
#include <pthread.h>
#include <stddef.h>

static struct pair { int left, right; } pair;

static void *set(void *arg) {
  char *bytes = arg;
  *(int *)(bytes + offsetof(struct pair, right)) = 5;
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, set, &pair);
  pair.left = 6;
  pthread_join(t, NULL);
  return pair.left - pair.right != 1;
}
