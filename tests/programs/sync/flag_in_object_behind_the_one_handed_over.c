// Each thread is handed a record that points to what all of them share: there the flag is not set
// yet when they start.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct shared {
  atomic_int go;
  long limit;
  long early;
};

struct part {
  struct shared *shared;
  long sum;
};

static void *work(void *argument) {
  struct part *part = argument;
  while (!atomic_load_explicit(&part->shared->go, memory_order_acquire)) {
  }
  part->sum = part->shared->limit + part->shared->early;
  return NULL;
}

int main(int argc, char **argv) {
  int count = argc > 1 ? atoi(argv[1]) : 4;
  if (count < 1) return 1;
  struct shared *shared = malloc(sizeof *shared);
  struct part *parts = calloc(count, sizeof *parts);
  pthread_t *threads = calloc(count, sizeof *threads);
  atomic_init(&shared->go, 0);
  for (int i = 0; i < count; i++) {
    parts[i].shared = shared;
    pthread_create(&threads[i], NULL, work, &parts[i]);
  }
  shared->limit = 7;
  atomic_store_explicit(&shared->go, 1, memory_order_release);
  shared->early = 1;  // RACE! shared.early
  long sum = 0;
  for (int i = 0; i < count; i++) {
    pthread_join(threads[i], NULL);
    sum += parts[i].sum;
  }
  return sum > 0;
}
