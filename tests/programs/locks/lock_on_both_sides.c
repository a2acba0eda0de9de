// The worker and main both lock around the counter.
#include <pthread.h>
#include <stdio.h>

pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
int counter;

void *count(void *arg) {
  pthread_mutex_lock(&guard);
  counter++;
  pthread_mutex_unlock(&guard);
  return arg;
}

int main(void) {
  pthread_t t;
  if (pthread_create(&t, NULL, count, NULL) != 0) return 1;
  pthread_mutex_lock(&guard);
  int seen = counter;
  pthread_mutex_unlock(&guard);
  printf("so far %d\n", seen);
  pthread_join(t, NULL);
  return 0;
}
