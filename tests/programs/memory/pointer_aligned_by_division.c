// TODAY: unknown: what a thread is handed as a number that was reckoned is not followed
// Both threads are handed one address, rounded up.
#include <pthread.h>
#include <stdlib.h>

static void *run(void *arg) {
  ++*(int *)arg;  // MISSED *arg: not followed
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t a, b;
  double share = argc * 0.5;
  (void)argv;
  if (share > 100.0) return 1;
  char *block = calloc(1, 128);
  int *aligned = (int *)(((unsigned long)block + 63) / 64 * 64);
  pthread_create(&a, NULL, run, aligned);
  pthread_create(&b, NULL, run, aligned);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
