// The consumer finds the producer's end relaxed, so an item that is there need not be filled for it.
#include <pthread.h>

static unsigned tail;
static int items[3];

static void *produce(void *unused) {
  for (int i = 0; i < 3; i++) {
    items[i] = 10 * i;  // RACE! items[]
    __atomic_store_n(&tail, i + 1, __ATOMIC_RELEASE);
  }
  return unused;
}

static void *consume(void *sum) {
  for (unsigned i = 0; i < 3; i++) {
    while (__atomic_load_n(&tail, __ATOMIC_RELAXED) == i) {
    }
    *(int *)sum += items[i];  // RACE! items[]
  }
  return NULL;
}

int main(void) {
  static int sum;
  pthread_t producer, consumer;
  pthread_create(&producer, NULL, produce, NULL);
  pthread_create(&consumer, NULL, consume, &sum);
  pthread_join(producer, NULL);
  pthread_join(consumer, NULL);
  return sum;
}
