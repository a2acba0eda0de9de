// What a recursion counts in memory and what it returns grow with each call, and stay with its thread.
#include <pthread.h>

struct depths {
  int now;
  int most;
};

static _Thread_local struct depths depths;
static _Thread_local struct depths *mine;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int deepest;
static long limit;

static int collatz(long n) {
  if (mine == NULL) mine = &depths;
  mine->now++;
  int steps = 0;
  if (n > 1) steps = 1 + collatz(n % 2 ? 3 * n + 1 : n / 2);
  mine->most += mine->now;
  mine->now--;
  return steps;
}

static void *work(void *arg) {
  for (long i = 1; i < limit; i++) {
    depths.now = 0;
    collatz(i);
  }
  pthread_mutex_lock(&lock);
  if (depths.most > deepest) deepest = depths.most;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(int argc, char **argv) {
  pthread_t threads[3];
  (void)argv;
  limit = argc * 100000L;
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return deepest;
}
