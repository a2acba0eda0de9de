// VERDICT: unknown: how many workers there are is not known
// Workers wait until they may begin, and signal another condition when they are done: several of
// them work at once.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct pool {
  int is_open, done;
  pthread_mutex_t lock;
  pthread_cond_t opened, finished;
  long total;
};

static void *run(void *arg) {
  struct pool *p = arg;
  pthread_mutex_lock(&p->lock);
  while (!p->is_open) pthread_cond_wait(&p->opened, &p->lock);
  pthread_mutex_unlock(&p->lock);
  p->total += 2;  // RACE! p.total
  pthread_mutex_lock(&p->lock);
  p->done++;
  pthread_cond_signal(&p->finished);
  pthread_mutex_unlock(&p->lock);
  return NULL;
}

int main(int argc, char **argv) {
  static struct pool p;
  const int n = strtod(argv[argc - 1], NULL) > 2.0 ? 8 : 4;
  pthread_mutex_init(&p.lock, NULL);
  pthread_cond_init(&p.opened, NULL);
  pthread_cond_init(&p.finished, NULL);
  for (int i = 0; i < n; i++) {
    pthread_t t;
    pthread_create(&t, NULL, run, &p);
  }
  pthread_mutex_lock(&p.lock);
  p.is_open = 1;
  pthread_cond_broadcast(&p.opened);
  while (p.done < n) pthread_cond_wait(&p.finished, &p.lock);
  pthread_mutex_unlock(&p.lock);
  return 0;
}
