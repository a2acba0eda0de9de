// The flag is set too early: what is written after it is not ordered.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int data;

static void *produce(void *arg) {
  atomic_store(&ready, 1);
  data = 42; // RACE! data
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, produce, NULL);
  while (atomic_load(&ready) == 0) {
  }
  int got = data; // RACE! data
  pthread_join(t, NULL);
  return got;
}
