// Each side reads its own end relaxed. The other end may be an old one: then the ring looks fuller, or emptier, than it is.
#include <pthread.h>

static unsigned head, tail;
static int ring[2], items[3];

static int put(int item) {
  const unsigned end = __atomic_load_n(&tail, __ATOMIC_RELAXED);
  if (end - __atomic_load_n(&head, __ATOMIC_ACQUIRE) == 2) return 0;
  ring[end % 2] = item;
  __atomic_store_n(&tail, end + 1, __ATOMIC_RELEASE);
  return 1;
}

static int take(int *item) {
  const unsigned end = __atomic_load_n(&head, __ATOMIC_RELAXED);
  if (__atomic_load_n(&tail, __ATOMIC_ACQUIRE) == end) return 0;
  *item = ring[end % 2];
  __atomic_store_n(&head, end + 1, __ATOMIC_RELEASE);
  return 1;
}

static void *produce(void *unused) {
  for (int i = 0; i < 3; i++) {
    items[i] = 10 * i;
    while (!put(i)) {
    }
  }
  return unused;
}

static void *consume(void *unused) {
  int sum = 0, item = 0;
  for (int i = 0; i < 3; i++) {
    while (!take(&item)) {
    }
    sum += items[item];
  }
  items[0] = sum;
  return unused;
}

int main(void) {
  pthread_t producer, consumer;
  pthread_create(&producer, NULL, produce, NULL);
  pthread_create(&consumer, NULL, consume, NULL);
  pthread_join(producer, NULL);
  pthread_join(consumer, NULL);
  return items[0];
}
