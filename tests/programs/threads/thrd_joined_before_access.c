// C11 threads: main joins before it touches what the thread has written.
// TSAN: silent: crashes, glibc thrd_create goes past its interceptors
#include <stdio.h>
#include <threads.h>

static int height;

static int climb(void *arg) {
  height += *(int *)arg;
  return 0;
}

int main(void) {
  thrd_t t;
  int step = 3, rc = 0;
  height = 1;
  if (thrd_create(&t, climb, &step) != thrd_success) return 1;
  thrd_join(t, &rc);
  height *= 2;
  printf("%d %d\n", height, rc);
  return 0;
}
