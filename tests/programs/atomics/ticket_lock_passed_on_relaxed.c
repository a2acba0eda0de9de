// Who is called next is not released with what was done before.
#include <pthread.h>

static unsigned next_number, called;
static int served;

static void enter(void) {
  const unsigned mine = __atomic_fetch_add(&next_number, 1, __ATOMIC_RELAXED);
  while (__atomic_load_n(&called, __ATOMIC_ACQUIRE) != mine) {
  }
}

static void leave(void) {
  const unsigned mine = __atomic_load_n(&called, __ATOMIC_RELAXED);
  __atomic_store_n(&called, mine + 1, __ATOMIC_RELAXED);
}

static void *customer(void *unused) {
  enter();
  served++; // RACE! served
  leave();
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, customer, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return served;
}
