// TODAY: unknown: which kinds a queue holds is not known
// Each worker has a lock and a queue, and counts the kinds of jobs that come in its own queue only.
#include <pthread.h>
#include <stdlib.h>

struct job {
  struct job *next;
  int kind;
};

static const int worker_of[4] = {0, 1, 1, 0};
static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static struct job *queues[2];
static long pending[4];

static void put(int kind) {
  struct job *job = malloc(sizeof *job);
  if (!job) abort();
  int worker = worker_of[kind];
  job->kind = kind;
  pthread_mutex_lock(&locks[worker]);
  job->next = queues[worker];
  queues[worker] = job;
  pending[kind]++;
  pthread_mutex_unlock(&locks[worker]);
}

static void *work(void *arg) {
  long worker = (long)arg;
  for (int turn = 0; turn < 3; ++turn) {
    pthread_mutex_lock(&locks[worker]);
    struct job *job = queues[worker];
    if (job) {
      queues[worker] = job->next;
      pending[job->kind]--;
    }
    pthread_mutex_unlock(&locks[worker]);
  }
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t threads[2];
  (void)argv;
  for (int i = 0; i < argc; ++i) put(rand() % 4);
  pthread_create(&threads[0], NULL, work, (void *)0);
  pthread_create(&threads[1], NULL, work, (void *)1);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
