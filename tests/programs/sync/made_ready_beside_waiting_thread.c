// A thread does a job that it was made with. The pool that it hands its own jobs to is stored once
// it is there.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct pool {
  pthread_mutex_t lock;
  pthread_cond_t filled;
  int jobs;
  void (*job)(void);
  pthread_t thread;
};

static struct pool *common;
static int done, most = 3;

static void hand_over(struct pool *pool, void (*job)(void)) {
  pthread_mutex_lock(&pool->lock);
  pool->job = job;
  pool->jobs++;
  pthread_cond_signal(&pool->filled);
  pthread_mutex_unlock(&pool->lock);
}

static void *work(void *arg) {
  struct pool *pool = arg;
  int turns = most;
  while (turns-- > 0) {
    pthread_mutex_lock(&pool->lock);
    while (pool->jobs == 0) pthread_cond_wait(&pool->filled, &pool->lock);
    void (*job)(void) = pool->job;
    pool->jobs--;
    pthread_mutex_unlock(&pool->lock);
    job();
  }
  return NULL;
}

static void count(void);

static struct pool *make(void) {
  struct pool *pool = calloc(1, sizeof *pool);
  if (!pool) abort();
  pool->job = count;
  pool->jobs = 1;
  pthread_mutex_init(&pool->lock, NULL);
  pthread_cond_init(&pool->filled, NULL);
  if (pthread_create(&pool->thread, NULL, work, pool)) abort();
  return pool;
}

static void count(void) {
  done++;
  if (done < most) hand_over(common, count);  // RACE! common
}

int main(int argc, char **argv) {
  if (argc > 1) most = atoi(argv[1]);
  common = make();  // RACE! common
  pthread_join(common->thread, NULL);
  printf("%d\n", done);
  return 0;
}
