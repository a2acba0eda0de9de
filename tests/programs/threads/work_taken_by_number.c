// Each piece of work belongs to the thread that took its number from the counter, under the lock.
#include <pthread.h>
#include <stdio.h>

enum { kWork = 600 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int next_work;
static int results[kWork];

static int take(void) {
  pthread_mutex_lock(&lock);
  int taken = next_work;
  if (next_work < kWork) {
    next_work++;
  } else {
    taken = -1;
  }
  pthread_mutex_unlock(&lock);
  return taken;
}

static void *work(void *unused) {
  for (;;) {
    int number = take();
    if (number < 0) return unused;
    results[number] += number * number;
  }
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  printf("%d\n", results[7]);
  return 0;
}
