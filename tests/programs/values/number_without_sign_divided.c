// A negative number as one without a sign leaves another remainder.
#include <pthread.h>
#include <stdint.h>

static int hits;

static void *count(void *arg) {
  uint64_t number = (uint64_t)(intptr_t)arg;
  if (number % 3 == 0) hits++;  // RACE! hits
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, count, (void *)(intptr_t)-106);
  pthread_create(&b, NULL, count, (void *)(intptr_t)-106);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return hits == 0;
}
