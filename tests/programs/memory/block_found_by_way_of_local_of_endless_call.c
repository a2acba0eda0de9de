// A thread finds a block by way of a local of a function that does not return once the thread runs.
// TSAN: silent: the program does not end
// TODAY: unknown: too little is known of a branch on the way, and no execution shows it
#include <pthread.h>
#include <stdlib.h>

struct job {
  pthread_mutex_t lock;
  int *block;
};

struct worker {
  pthread_t thread;
  struct job *job;
};

static void *work(void *arg) {
  struct worker *worker = arg;
  struct job *job = worker->job;
  pthread_mutex_lock(&job->lock);
  int *block = job->block;
  pthread_mutex_unlock(&job->lock);
  *block += 1;  // RACE! block
  return NULL;
}

static int start(struct job *job) {
  struct worker *worker = malloc(sizeof *worker);
  if (worker == NULL) return 1;
  worker->job = job;
  return pthread_create(&worker->thread, NULL, work, worker);
}

static int serve(int *block) {
  struct job job;
  pthread_mutex_init(&job.lock, NULL);
  job.block = block;
  const int error = start(&job);
  if (error != 0) return error;
  for (;;) *block += 1;
}

int main(int argc, char **argv) {
  if (argc > 1 && strtod(argv[1], NULL) > 0.5) return 0;  // what executions cannot decide
  int *block = malloc(sizeof *block);
  if (block == NULL) return 1;
  *block = 0;
  return serve(block);
}
