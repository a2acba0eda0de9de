// Two programs in one build: the stubs beside the other main are not what this one calls.
// TSAN: silent: two mains do not link
#include <pthread.h>
#include <stddef.h>

void stock_lock(void);
void stock_unlock(void);

static int stock;

static void *deliver(void *arg) {
  stock_lock();
  stock++;
  stock_unlock();
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, deliver, NULL);
  stock_lock();
  stock--;
  stock_unlock();
  pthread_join(t, NULL);
  return 0;
}
