// As waited_until_nobody_is_at_work.c, but the level is raised before.
#include <pthread.h>
#include <stdlib.h>

struct job {
  struct job *next;
  void (*run)(void *);
  void *data;
};

struct pool {
  pthread_mutex_t lock;
  pthread_cond_t has_jobs, is_idle;
  struct job *first, *last;
  _Atomic int length;
  pthread_mutex_t count_lock;
  int working;
};

struct worker {
  struct pool *pool;
};

static void wait_for_jobs(struct pool *p) {
  pthread_mutex_lock(&p->lock);
  while (p->length == 0) pthread_cond_wait(&p->has_jobs, &p->lock);
  pthread_mutex_unlock(&p->lock);
}

static struct job *pull(struct pool *p) {
  pthread_mutex_lock(&p->lock);
  struct job *job = p->first;
  int length = p->length;
  switch (length) {
    case 0:
      break;
    case 1:
      p->first = p->last = NULL;
      p->length = 0;
      break;
    default:
      p->first = job->next;
      p->length--;
  }
  pthread_mutex_unlock(&p->lock);
  return job;
}

static void *work(void *arg) {
  struct pool *p = ((struct worker *)arg)->pool;
  for (;;) {
    wait_for_jobs(p);
    pthread_mutex_lock(&p->count_lock);
    p->working++;
    pthread_mutex_unlock(&p->count_lock);
    struct job *job = pull(p);
    if (job != NULL) {
      job->run(job->data);
      free(job);
    }
    pthread_mutex_lock(&p->count_lock);
    p->working--;
    if (p->working == 0) pthread_cond_signal(&p->is_idle);
    pthread_mutex_unlock(&p->count_lock);
  }
  return NULL;
}

static void start_one(struct pool *p) {
  pthread_t t;
  struct worker *w = malloc(sizeof *w);
  w->pool = p;
  pthread_create(&t, NULL, work, w);
  pthread_detach(t);
}

static struct pool *make_pool(int n) {
  struct pool *p = malloc(sizeof *p);
  p->working = 0;
  p->length = 0;
  p->first = p->last = NULL;
  pthread_mutex_init(&p->lock, NULL);
  pthread_mutex_init(&p->count_lock, NULL);
  pthread_cond_init(&p->has_jobs, NULL);
  pthread_cond_init(&p->is_idle, NULL);
  for (int i = 0; i < n; i++) start_one(p);
  return p;
}

static void add(struct pool *p, void (*run)(void *), void *data) {
  struct job *job = malloc(sizeof *job);
  job->run = run;
  job->data = data;
  job->next = NULL;
  pthread_mutex_lock(&p->lock);
  if (p->length == 0) {
    p->first = p->last = job;
  } else {
    p->last->next = job;
    p->last = job;
  }
  p->length++;
  pthread_cond_signal(&p->has_jobs);
  pthread_mutex_unlock(&p->lock);
}

static void wait_until_idle(struct pool *p) {
  pthread_mutex_lock(&p->count_lock);
  while (p->length != 0 || p->working != 0) pthread_cond_wait(&p->is_idle, &p->count_lock);
  pthread_mutex_unlock(&p->count_lock);
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count, level;

static void run(void *data) {
  if (level < 3) {
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
  }
}

int main(void) {
  struct pool *p = make_pool(4);
  for (int i = 0; i < 10; i++) add(p, run, NULL);
  level++;  // RACE! level
  wait_until_idle(p);
  count = 0;
  return 0;
}
