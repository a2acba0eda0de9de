// The reader spins until the writer has said that the data is there.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int data;

static void *produce(void *arg) {
  data = 42;
  atomic_store(&ready, 1);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, produce, NULL);
  while (!atomic_load(&ready)) {
  }
  int got = data;
  pthread_join(t, NULL);
  return got;
}
