// Who tries finds out by a relaxed read whose turn it is, and knows nothing of what was done before.
#include <pthread.h>

static unsigned next_number, called;
static int served;

static void enter(void) {
  const unsigned mine = __atomic_fetch_add(&next_number, 1, __ATOMIC_RELAXED);
  while (__atomic_load_n(&called, __ATOMIC_ACQUIRE) != mine) {
  }
}

static int try_to_enter(void) {
  unsigned now = __atomic_load_n(&called, __ATOMIC_RELAXED);
  return __atomic_compare_exchange_n(&next_number, &now, now + 1, 0, __ATOMIC_RELAXED,
                                     __ATOMIC_RELAXED);
}

static void leave(void) {
  const unsigned mine = __atomic_load_n(&called, __ATOMIC_RELAXED);
  __atomic_store_n(&called, mine + 1, __ATOMIC_RELEASE);
}

static void *customer(void *unused) {
  enter();
  served++;  // RACE! served
  leave();
  return unused;
}

static void *visitor(void *unused) {
  while (!try_to_enter()) {
  }
  served++;  // RACE! served
  leave();
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, customer, NULL);
  pthread_create(&threads[1], NULL, visitor, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return served;
}
