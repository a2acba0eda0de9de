// The innermost call, with the number at its end, takes no lock. Reports name the call that leads there.
#include <pthread.h>
#include <stdlib.h>

struct tally {
  pthread_mutex_t lock;
  int sum;
};

static void descend(struct tally *t, int n) {
  if (n <= 0) {
    t->sum++; // RACE! shared.sum
    return;
  }
  pthread_mutex_lock(&t->lock);
  t->sum += n; // RACE! shared.sum
  pthread_mutex_unlock(&t->lock);
  descend(t, n - 1); // RACE! shared.sum
}

static struct tally shared = {PTHREAD_MUTEX_INITIALIZER, 0};

static void *work(void *arg) {
  descend(&shared, 3);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return shared.sum == 0;
}
