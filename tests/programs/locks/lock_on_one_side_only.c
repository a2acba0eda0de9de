// The worker locks around the counter, main reads it without the lock.
#include <pthread.h>
#include <stdio.h>

pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
int counter;

void *count(void *arg) {
  pthread_mutex_lock(&guard);
  counter++; // RACE! counter
  pthread_mutex_unlock(&guard);
  return arg;
}

int main(void) {
  pthread_t t;
  if (pthread_create(&t, NULL, count, NULL) != 0) return 1;
  printf("so far %d\n", counter); // RACE! counter
  pthread_join(t, NULL);
  return 0;
}
