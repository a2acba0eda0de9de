// The loser of a compare-and-exchange follows the pointer it finds, and acquires as it fails.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct config {
  int size;
};

static struct config *_Atomic instance;

static struct config *get(void) {
  struct config *found = atomic_load_explicit(&instance, memory_order_acquire);
  if (found != NULL) return found;
  struct config *made = malloc(sizeof *made);
  made->size = 4;
  if (atomic_compare_exchange_strong_explicit(&instance, &found, made, memory_order_release,
                                              memory_order_acquire)) {
    return made;
  }
  free(made);
  return found;
}

static void *work(void *arg) { return get()->size > 5 ? arg : NULL; }

int main(int argc, char **argv) {
  (void)argv;
  double share = argc * 0.5;
  if (share > 100.0) return 1;
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
