// A number less than 'a' is not in the range either: what is taken away from it makes it a large one.
#include <pthread.h>
#include <stdint.h>

static int others;

static void *count(void *arg) {
  unsigned letter = (unsigned)(intptr_t)arg;
  if (letter - 'a' >= 26) others++;  // RACE! others
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, count, (void *)(intptr_t)'0');
  pthread_create(&b, NULL, count, (void *)(intptr_t)'1');
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return others == 0;
}
