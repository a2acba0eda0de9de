// A lock of a wrapped exchange: its caller says what is written and looks at what was there.
#include <pthread.h>

static unsigned taken;
static int count;

static unsigned exchange(unsigned *word, unsigned value) {
  return __atomic_exchange_n(word, value, __ATOMIC_ACQUIRE);
}

static void *work(void *arg) {
  while (exchange(&taken, 1)) {
  }
  count++;
  __atomic_store_n(&taken, 0, __ATOMIC_RELEASE);
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
