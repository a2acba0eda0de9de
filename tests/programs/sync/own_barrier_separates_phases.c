// A barrier made of a lock, a condition and a count: who comes last starts the next phase and wakes those
// who wait. What is set up before it is read after it, and what the last one does, before all that.
// TODAY: unknown: nothing proves that a barrier of this kind waits for all
#include <pthread.h>
#include <stdlib.h>

struct barrier {
  pthread_mutex_t lock;
  pthread_cond_t all_here;
  unsigned missing, of, phase;
};

static struct barrier start = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0, 0};
static int settings, begun;

static void meet(struct barrier *b) {
  pthread_mutex_lock(&b->lock);
  if (--b->missing == 0) {
    b->missing = b->of;
    b->phase++;
    pthread_cond_broadcast(&b->all_here);
    begun++;
  } else {
    const unsigned phase = b->phase;
    do pthread_cond_wait(&b->all_here, &b->lock);
    while (phase == b->phase);
  }
  pthread_mutex_unlock(&b->lock);
}

static void *work(void *arg) {
  meet(&start);
  return (char *)arg + settings + begun;
}

int main(int argc, char **argv) {
  pthread_t threads[64];
  const int n = argc > 1 ? atoi(argv[1]) % 64 : 4;
  if (n < 1) return 1;
  start.missing = start.of = n + 1;
  for (int i = 0; i < n; i++) {
    if (pthread_create(&threads[i], NULL, work, argv[0]) != 0) abort();
  }
  settings = argc;
  meet(&start);
  for (int i = 0; i < n; i++) pthread_join(threads[i], NULL);
  return 0;
}
