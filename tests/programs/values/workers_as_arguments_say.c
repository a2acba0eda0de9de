// As many workers as the first argument says, of which all are waited for.
#include <pthread.h>
#include <stdlib.h>

enum { kMost = 2 };

struct job {
  struct job *next;
  int value;
};

static struct {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  struct job *first;
  int closed;
  int count;
  pthread_t workers[kMost];
} pool = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static int sum;

static void *work(void *arg) {
  for (;;) {
    pthread_mutex_lock(&pool.lock);
    while (!pool.first && !pool.closed) pthread_cond_wait(&pool.changed, &pool.lock);
    struct job *job = pool.first;
    if (job) pool.first = job->next;
    pthread_mutex_unlock(&pool.lock);
    if (!job) return arg;
    job->value++;
    pthread_mutex_lock(&pool.lock);
    sum += job->value;
    pthread_mutex_unlock(&pool.lock);
    free(job);
  }
}

static void put(int value) {
  struct job *job = malloc(sizeof *job);
  if (!job) abort();
  job->value = value;
  pthread_mutex_lock(&pool.lock);
  job->next = pool.first;
  pool.first = job;
  pthread_cond_signal(&pool.changed);
  pthread_mutex_unlock(&pool.lock);
}

int main(int argc, char **argv) {
  int wanted = argc > 1 ? atoi(argv[1]) : 1;
  if (wanted < 1 || wanted > kMost) return 1;
  pool.count = wanted;
  for (int i = 0; i < pool.count; ++i) pthread_create(&pool.workers[i], NULL, work, NULL);
  for (int i = 0; i < 3; ++i) put(i);
  pthread_mutex_lock(&pool.lock);
  pool.closed = 1;
  pthread_cond_broadcast(&pool.changed);
  pthread_mutex_unlock(&pool.lock);
  for (int i = 0; i < pool.count; ++i) pthread_join(pool.workers[i], NULL);
  return sum;
}
