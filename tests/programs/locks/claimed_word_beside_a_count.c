// The word that is claimed lies beside one that counts: a step of the count leaves it alone.
#include <pthread.h>
#include <stdatomic.h>

static struct {
  atomic_uint version;
  atomic_int busy;
} lock;
static int value;

static void take(void) {
  int expected = 0;
  while (!atomic_compare_exchange_weak(&lock.busy, &expected, 1)) expected = 0;
  atomic_fetch_add(&lock.version, 1);
}

static void give_back(void) {
  atomic_fetch_add(&lock.version, 1);
  atomic_store(&lock.busy, 0);
}

static void *work(void *unused) {
  for (int i = 0; i < 10; i++) {
    take();
    value++;
    give_back();
  }
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return value;
}
