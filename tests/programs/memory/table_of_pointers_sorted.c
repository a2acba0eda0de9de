// qsort puts the pointers of a table into another order.
// TODAY: unknown: which pointer is first then is not known
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct task {
  const char *name;
  int *count;
};

static int high, low;
static struct task tasks[] = {{"b", &low}, {"a", &high}};

static int by_name(const void *x, const void *y) {
  return strcmp(((const struct task *)x)->name, ((const struct task *)y)->name);
}

static void *first(void *arg) {
  ++*tasks[0].count; // RACE! high
  return arg;
}

static void *second(void *arg) {
  ++high; // RACE! high
  return arg;
}

int main(int argc, char **argv) {
  (void)argv;
  double share = argc * 0.5;
  if (share > 100.0) return 1;
  pthread_t a, b;
  qsort(tasks, 2, sizeof tasks[0], by_name);
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
