// The wrapper refuses sizes close to the largest that there is, which no signed number is.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static int total;

static void *checked(int64_t size) {
  if (size < 0 || (uint64_t)size > SIZE_MAX - 4096) return NULL;
  return malloc((size_t)size);
}

static void *add(void *arg) {
  total++;  // RACE! total
  return arg;
}

int main(void) {
  pthread_t t;
  int *kept = checked(sizeof *kept);
  if (kept == NULL) return 1;
  pthread_create(&t, NULL, add, NULL);
  total++;  // RACE! total
  pthread_join(t, NULL);
  free(kept);
  return 0;
}
