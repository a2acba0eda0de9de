// Threads draw numbers and who draws 0 sets what is common, but main begins anew while some still run.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int drawn;
static long common;

static void *work(void *arg) {
  pthread_mutex_lock(&lock);
  int number = drawn;
  drawn++;
  pthread_mutex_unlock(&lock);
  if (number == 0) common++;  // RACE! common
  return arg;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], NULL, work, NULL);
  pthread_mutex_lock(&lock);
  drawn = 0;
  pthread_mutex_unlock(&lock);
  pthread_create(&t[1], NULL, work, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  printf("%ld\n", common);
  return 0;
}
