// The caller locks; a callee makes the change and unlocks afterwards.
#include <pthread.h>

struct account {
  pthread_mutex_t lock;
  int cents;
};
static struct account savings = {PTHREAD_MUTEX_INITIALIZER, 500};

static void pay_and_unlock(struct account *a, int cents) {
  a->cents -= cents;
  pthread_mutex_unlock(&a->lock);
}

static void *spend(void *arg) {
  pthread_mutex_lock(&savings.lock);
  pay_and_unlock(&savings, 20);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, spend, NULL);
  pthread_mutex_lock(&savings.lock);
  pay_and_unlock(&savings, 35);
  pthread_join(t, NULL);
  return savings.cents != 445;
}
