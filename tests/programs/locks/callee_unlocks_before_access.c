// The caller locks, but the callee it calls for checking unlocks before the change.
#include <pthread.h>

struct account {
  pthread_mutex_t lock;
  int cents;
};
static struct account savings = {PTHREAD_MUTEX_INITIALIZER, 500};

static void done(struct account *a) { pthread_mutex_unlock(&a->lock); }

static void *spend(void *arg) {
  pthread_mutex_lock(&savings.lock);
  done(&savings);
  savings.cents -= 20; // RACE! savings.cents
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, spend, NULL);
  pthread_create(&b, NULL, spend, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return savings.cents == 500;
}
