// Who is done takes the counter back, so another thread gets a number that is still in use.
// TSAN: silent: the threads rarely meet so
#include <pthread.h>
#include <stdio.h>

enum { kWork = 64, kThreads = 4 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int next_work;
static int results[kWork];

static void *work(void *unused) {
  pthread_mutex_lock(&lock);
  int number = next_work++;
  pthread_mutex_unlock(&lock);
  results[number] += number;  // RACE! results[]
  pthread_mutex_lock(&lock);
  next_work--;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[kThreads];
  for (int i = 0; i < kThreads; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < kThreads; i++) pthread_join(threads[i], NULL);
  printf("%d\n", results[7]);
  return 0;
}
