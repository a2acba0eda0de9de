// The number is read in one critical section and moved on in another: two threads may have one.
#include <pthread.h>
#include <stdio.h>

enum { kWork = 600 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int next_work;
static int results[kWork];

static void *work(void *unused) {
  for (;;) {
    pthread_mutex_lock(&lock);
    int number = next_work;
    pthread_mutex_unlock(&lock);
    if (number >= kWork) return unused;
    pthread_mutex_lock(&lock);
    next_work = number + 1;
    pthread_mutex_unlock(&lock);
    results[number] += number * number;  // RACE! results[]
  }
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  printf("%d\n", results[7]);
  return 0;
}
