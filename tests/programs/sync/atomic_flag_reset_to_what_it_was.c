// The value waited for is the one the flag starts with: waiting orders nothing.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int busy;
static int data;

static void *produce(void *arg) {
  atomic_store(&busy, 1);
  data = 42; // RACE! data
  atomic_store(&busy, 0);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, produce, NULL);
  while (atomic_load(&busy)) {
  }
  int got = data; // RACE! data
  pthread_join(t, NULL);
  return got;
}
