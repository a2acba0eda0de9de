// After the barrier all threads write one variable.
#include <pthread.h>
#include <stdlib.h>

struct barrier {
  pthread_mutex_t lock;
  pthread_cond_t all_here;
  unsigned missing, of, phase;
};

static struct barrier start = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0, 0};
static int found;

static void meet(struct barrier *b) {
  pthread_mutex_lock(&b->lock);
  if (--b->missing == 0) {
    b->missing = b->of;
    b->phase++;
    pthread_cond_broadcast(&b->all_here);
  } else {
    const unsigned phase = b->phase;
    do pthread_cond_wait(&b->all_here, &b->lock);
    while (phase == b->phase);
  }
  pthread_mutex_unlock(&b->lock);
}

static void *work(void *arg) {
  meet(&start);
  found++;  // RACE! found
  return arg;
}

int main(void) {
  pthread_t threads[2];
  start.missing = start.of = 3;
  for (int i = 0; i < 2; i++) {
    if (pthread_create(&threads[i], NULL, work, NULL) != 0) abort();
  }
  meet(&start);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return found;
}
