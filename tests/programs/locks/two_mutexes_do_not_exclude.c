// Both workers hold a mutex while they touch the total, but not the same one.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t north = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t south = PTHREAD_MUTEX_INITIALIZER;
static long total;

static void *add(void *arg) {
  (void)arg;
  pthread_mutex_lock(&north);
  total += 10; // RACE! total
  pthread_mutex_unlock(&north);
  return NULL;
}

static void *subtract(void *arg) {
  (void)arg;
  pthread_mutex_lock(&south);
  total -= 3; // RACE! total
  pthread_mutex_unlock(&south);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, subtract, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  printf("%ld\n", total);
  return 0;
}
