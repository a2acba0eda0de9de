// The middle of each chained assignment is a local.
#include <pthread.h>

static int thread_end, main_end;

static void *work(void *arg) {
  int middle;
  thread_end = middle = 4;
  return middle ? arg : NULL;
}

int main(void) {
  pthread_t t;
  int middle;
  pthread_create(&t, NULL, work, NULL);
  main_end = middle = 5;
  pthread_join(t, NULL);
  return thread_end + main_end + middle != 14;
}
