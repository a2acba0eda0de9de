// Of two groups of threads, each of them alike, one thread is left when main reads the total.
#include <pthread.h>
#include <stdio.h>

#define FIRST 16
#define SECOND 10

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *up(void *unused) {
  pthread_mutex_lock(&lock);
  ++total;
  pthread_mutex_unlock(&lock);
  return unused;
}

static void *down(void *unused) {
  pthread_mutex_lock(&lock);
  --total;  // RACE! total
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[FIRST + SECOND];
  for (int i = 0; i < FIRST; ++i) pthread_create(&threads[i], NULL, up, NULL);
  for (int i = 0; i < SECOND; ++i) pthread_create(&threads[FIRST + i], NULL, down, NULL);
  for (int i = 0; i < FIRST + SECOND - 1; ++i) pthread_join(threads[i], NULL);
  printf("%d\n", total);  // RACE! total
  return 0;
}
