// VERDICT: unknown: that main has come the same way before is likely only
// What is made when it is first needed is needed by main before it starts threads.
#include <pthread.h>
#include <stdlib.h>

extern void read_options(long *count);  // TSAN: silent: the library does not exist

struct set {
  int option, *table;
};

static struct set *get(const int *option) {
  static struct set set;
  if (option != NULL) {
    set.option = *option;
  } else if (set.table == NULL) {
    set.table = calloc(16, sizeof *set.table);
    if (set.table == NULL) exit(1);
  }
  return &set;
}

static void *work(void *arg) { return get(NULL)->table[0] > 5 ? arg : NULL; }

int main(void) {
  long count = 0;
  read_options(&count);
  const int option = 3;
  get(&option);
  if (get(NULL)->table == NULL) return 1;
  pthread_t *threads = calloc(count, sizeof *threads);
  for (long i = 0; i < count; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (long i = 0; i < count; i++) pthread_join(threads[i], NULL);
  return 0;
}
