// VERDICT: unknown: what chooses how often is not known
// The flag of a worker is looked at without the lock. Another file has a record of the same name.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct worker {
  pthread_t thread;
  pthread_mutex_t lock;
  int stop;
  long done;
};

static struct worker worker;

static void *run(void *arg) {
  struct worker *self = arg;
  while (!self->stop) {
    pthread_mutex_lock(&self->lock);
    self->done++;
    pthread_mutex_unlock(&self->lock);
  }
  return NULL;
}

int main(int argc, char **argv) {
  pthread_mutex_init(&worker.lock, NULL);
  pthread_create(&worker.thread, NULL, run, &worker);
  if (strtod(argv[argc - 1], NULL) > 2.0) puts("stopping");
  pthread_mutex_lock(&worker.lock);
  worker.stop = 1;  // RACE! worker
  pthread_mutex_unlock(&worker.lock);
  pthread_join(worker.thread, NULL);
  printf("%ld\n", worker.done);
  return 0;
}
