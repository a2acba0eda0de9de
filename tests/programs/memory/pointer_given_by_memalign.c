// posix_memalign writes the pointer that main looks at.
// TSAN: silent: what the library writes is not seen
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void *block;

static void *allocate(void *unused) {
  if (posix_memalign(&block, 64, 256) != 0) abort();  // RACE! block
  return unused;
}

int main(void) {
  pthread_t thread;
  if (printf("start\n") < 0) return 1;
  pthread_create(&thread, NULL, allocate, NULL);
  if (block != NULL) puts("ready");
  pthread_join(thread, NULL);
  free(block);
  return 0;
}
