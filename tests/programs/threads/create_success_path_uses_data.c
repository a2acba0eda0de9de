// Main does the work itself when the creation succeeded, which is the wrong case.
#include <pthread.h>
#include <stdio.h>

static int work_done;

static void *work(void *arg) {
  work_done = 1; // RACE! work_done
  return arg;
}

int main(void) {
  pthread_t t;
  int rc = pthread_create(&t, NULL, work, NULL);
  if (rc == 0) {
    work_done = 2; // RACE! work_done
    pthread_join(t, NULL);
  }
  printf("%d\n", work_done);
  return 0;
}
