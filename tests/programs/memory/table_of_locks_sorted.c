// VERDICT: unknown: which lock is first after qsort is not known
// Threads take the first lock of a table that was sorted before there were any.
#include <pthread.h>
#include <stdlib.h>

struct guard {
  int rank;
  pthread_mutex_t *lock;
};

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;
static struct guard guards[] = {{2, &two}, {1, &one}};
static int count;

static int by_rank(const void *x, const void *y) {
  return ((const struct guard *)x)->rank - ((const struct guard *)y)->rank;
}

static void *by_table(void *arg) {
  pthread_mutex_lock(guards[0].lock);
  ++count; // FALSE-ALARM count: locks that may not be the same
  pthread_mutex_unlock(guards[0].lock);
  return arg;
}

static void *by_name(void *arg) {
  pthread_mutex_lock(&one);
  ++count;
  pthread_mutex_unlock(&one);
  return arg;
}

int main(int argc, char **argv) {
  (void)argv;
  double share = argc * 0.5;
  if (share > 100.0) return 1;
  pthread_t a, b;
  qsort(guards, 2, sizeof guards[0], by_rank);
  pthread_create(&a, NULL, by_table, NULL);
  pthread_create(&b, NULL, by_name, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
