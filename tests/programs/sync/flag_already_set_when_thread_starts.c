// The flag is set before the thread starts: seeing it set says nothing.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int data;

static void *consume(void *arg) {
  while (!atomic_load(&ready)) {
  }
  data++; // RACE! data
  return arg;
}

int main(void) {
  pthread_t t;
  atomic_store(&ready, 1);
  pthread_create(&t, NULL, consume, NULL);
  data = 42; // RACE! data
  atomic_store(&ready, 1);
  pthread_join(t, NULL);
  return data;
}
