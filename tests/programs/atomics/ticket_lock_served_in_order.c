// Each thread draws a number and waits until it is called.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int next_number, called;
static int served;

static void *customer(void *unused) {
  const int mine = atomic_fetch_add(&next_number, 1);
  while (atomic_load(&called) != mine) {
  }
  served++;
  atomic_fetch_add(&called, 1);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, customer, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return served;
}
