// The same with one variable for all threads.
#include <pthread.h>

static int depth;
static int deepest;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void descend(long n) {
  depth++;  // RACE! depth
  if (n > 0 && depth < 100) descend(n - 1);
}

static void *work(void *limit) {
  for (long i = 0; i < *(long *)limit; i++) {
    depth = 0;
    descend(3 * i);
  }
  pthread_mutex_lock(&lock);
  if (depth > deepest) deepest = depth;
  pthread_mutex_unlock(&lock);
  return limit;
}

int main(int argc, char **argv) {
  pthread_t threads[3];
  long limit = argc * 100000L;
  (void)argv;
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, work, &limit);
  descend(4);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return deepest;
}
