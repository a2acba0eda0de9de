// VERDICT: unknown: which worker may go on is decided by what the others have done
// Workers go through the steps of a pipeline; each waits until none that came before it is at this
// step, so what belongs to a step is used by one at a time.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct worker {
  struct pipeline *line;
  long number;
  int step;
};

struct pipeline {
  struct worker *workers;
  int n_workers;
  long next;
  pthread_mutex_t lock;
  pthread_cond_t moved;
  long read, written;  // by the steps
};

static int work(struct pipeline *p, int step) {
  if (step == 0) return p->read++ < 100;
  p->written++;
  return 1;
}

static int is_my_turn(const struct pipeline *p, const struct worker *w) {
  for (int i = 0; i < p->n_workers; i++) {
    const struct worker *other = &p->workers[i];
    if (other != w && other->step <= w->step && other->number < w->number) return 0;
  }
  return 1;
}

static void *run(void *arg) {
  struct worker *w = arg;
  struct pipeline *p = w->line;
  while (w->step < 2) {
    pthread_mutex_lock(&p->lock);
    while (!is_my_turn(p, w)) pthread_cond_wait(&p->moved, &p->lock);
    pthread_mutex_unlock(&p->lock);
    const int more = work(p, w->step);
    pthread_mutex_lock(&p->lock);
    w->step = w->step == 1 ? 0 : more ? 1 : 2;
    if (w->step == 0) w->number = p->next++;
    pthread_cond_broadcast(&p->moved);
    pthread_mutex_unlock(&p->lock);
  }
  pthread_exit(NULL);
}

int main(int argc, char **argv) {
  struct pipeline p = {0};
  p.n_workers = strtod(argv[argc - 1], NULL) > 2.0 ? 8 : 4;
  p.workers = calloc(p.n_workers, sizeof(*p.workers));
  pthread_t *threads = calloc(p.n_workers, sizeof(*threads));
  pthread_mutex_init(&p.lock, NULL);
  pthread_cond_init(&p.moved, NULL);
  for (int i = 0; i < p.n_workers; i++) {
    p.workers[i].line = &p;
    p.workers[i].number = p.next++;
  }
  for (int i = 0; i < p.n_workers; i++) pthread_create(&threads[i], NULL, run, &p.workers[i]);
  for (int i = 0; i < p.n_workers; i++) pthread_join(threads[i], NULL);
  printf("%ld %ld\n", p.read, p.written);
  return 0;
}
