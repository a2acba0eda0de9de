// VERDICT: unknown: what the library does is not known
// TSAN: silent: the library does not exist
// Locks that are tried until a flag says that they are held: the loop is left with the lock only.
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

extern void read_options(long *options);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int word;
static long tried, claimed, counted;

static void lock_by_trying(void) {
  int held = 0;
  while (!held) {
    if (pthread_mutex_trylock(&m) == 0) held = 1;
  }
}

static void lock_by_outcome(void) {
  bool held = false;
  while (!held) held = pthread_mutex_trylock(&m) == 0;
}

static void claim(void) {
  int claims = 0;
  while (!claims) {
    int expected = 0;
    if (atomic_compare_exchange_strong(&word, &expected, 1)) claims = 1;
  }
}

static void *work(void *arg) {
  for (int i = 0; i < 100; ++i) {
    lock_by_trying();
    tried++;
    pthread_mutex_unlock(&m);
    lock_by_outcome();
    counted++;
    pthread_mutex_unlock(&m);
    claim();
    claimed++;
    atomic_store(&word, 0);
  }
  return arg;
}

int main(void) {
  long options;
  pthread_t a, b;
  read_options(&options);
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return (int)(tried + claimed + counted);
}
