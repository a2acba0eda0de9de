// A detached thread never meets a join, but it and main use the same lock.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int lines;

static void *log_line(void *arg) {
  pthread_mutex_lock(&m);
  lines++;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_attr_t attr;
  pthread_attr_init(&attr);
  pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
  pthread_create(&t, &attr, log_line, NULL);
  pthread_attr_destroy(&attr);
  pthread_mutex_lock(&m);
  lines += 2;
  printf("%d\n", lines);
  pthread_mutex_unlock(&m);
  return 0;
}
