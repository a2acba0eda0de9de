// Main does the work itself only when there is no thread to do it.
#include <pthread.h>
#include <stdio.h>

static int work_done;

static void *work(void *arg) {
  work_done = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  if (pthread_create(&t, NULL, work, NULL) != 0) {
    work_done = 2;
    printf("alone: %d\n", work_done);
    return 0;
  }
  pthread_join(t, NULL);
  printf("%d\n", work_done);
  return 0;
}
