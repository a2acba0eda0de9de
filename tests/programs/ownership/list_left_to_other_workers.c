// Each worker goes through the list once it has given the lock back, and leaves it to others.
#include <pthread.h>
#include <stdlib.h>

struct task {
  struct task *next;
  int a, b;
};

struct pool {
  pthread_mutex_t lock;
  pthread_cond_t changed, idle;
  struct task *tasks;
  int stops, busy;
};

static void submit(struct pool *p, struct task *t) {
  pthread_mutex_lock(&p->lock);
  t->next = p->tasks;
  p->tasks = t;
  pthread_cond_signal(&p->changed);
  pthread_mutex_unlock(&p->lock);
}

static void *work(void *arg) {
  struct pool *p = arg;
  pthread_mutex_lock(&p->lock);
  for (;;) {
    while (!p->stops) pthread_cond_wait(&p->changed, &p->lock);
    if (!p->tasks || p->busy > 3) break;
    struct task *all = p->tasks;

    p->busy++;
    pthread_mutex_unlock(&p->lock);
    while (all) {
      struct task *t = all;
      all = t->next;
      t->a += t->b; // RACE! task.a

    }
    pthread_mutex_lock(&p->lock);
    if (--p->busy == 0) pthread_cond_broadcast(&p->idle);
  }
  pthread_mutex_unlock(&p->lock);
  return NULL;
}

int main(void) {
  struct pool *p = calloc(1, sizeof *p);
  pthread_t workers[8];
  pthread_mutex_init(&p->lock, NULL);
  pthread_cond_init(&p->changed, NULL);
  pthread_cond_init(&p->idle, NULL);
  for (int i = 0; i < 8; i++) pthread_create(&workers[i], NULL, work, p);
  for (int i = 0; i < 60; i++) {
    struct task *t = malloc(sizeof *t);
    t->a = i;
    t->b = i + 1;
    submit(p, t);
  }
  pthread_mutex_lock(&p->lock);
  p->stops = 1;
  pthread_cond_broadcast(&p->changed);
  pthread_mutex_unlock(&p->lock);
  for (int i = 0; i < 8; i++) pthread_join(workers[i], NULL);
  free(p);
  return 0;
}
