// VERDICT: unknown: who finds 0 has claimed nothing
// Exchanged for 0, the word is free for the next one as well.
#include <pthread.h>

static unsigned taken;
static int count;

static unsigned exchange(unsigned *word, unsigned value) {
  return __atomic_exchange_n(word, value, __ATOMIC_ACQUIRE);
}

static void *work(void *arg) {
  while (exchange(&taken, 0)) {
  }
  count++; // RACE! count
  exchange(&taken, 0);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return count != 2;
}
