// Each turn has a variable of its own, which ends with it: the thread may read it too late.
// TODAY: unknown: that it lies where the one of the next turn does is not taken for certain
#include <pthread.h>
#include <stdlib.h>

struct slot {
  long sum;
};

static struct slot *slots;
static int next;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int take(void) {
  pthread_mutex_lock(&lock);
  int number = next++;
  pthread_mutex_unlock(&lock);
  return number;
}

static void *work(void *arg) {
  int base = *(int *)arg;
  struct slot *slot = &slots[take()];
  for (int i = 0; i < 10; i++) slot->sum += base + i;
  return NULL;
}

int main(void) {
  int count = 3;
  pthread_t *threads = malloc((size_t)count * sizeof *threads);
  slots = calloc((size_t)count, sizeof *slots);
  if (!threads || !slots) return 1;
  for (int i = 0; i < count; i++) {
    int base = i * 10;  // RACE! base
    if (pthread_create(&threads[i], NULL, work, &base) != 0) return 1;
  }
  for (int i = 0; i < count; i++) pthread_join(threads[i], NULL);
  free(slots);
  free(threads);
  return 0;
}
