// Either of two threads sets the flag: seeing it says nothing of the other one.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int left, right;

static void *produce_left(void *arg) {
  left = 1; // RACE! left
  atomic_store(&ready, 1);
  return arg;
}

static void *produce_right(void *arg) {
  right = 1; // RACE! right
  atomic_store(&ready, 1);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, produce_left, NULL);
  pthread_create(&b, NULL, produce_right, NULL);
  while (!atomic_load(&ready)) {
  }
  int sum = left + right; // RACE! left // RACE! right
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return sum;
}
