// Flag and data are fields of an object both threads got; the flag is cleared before they start.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct job {
  atomic_int done;
  long result;
};

static void *work(void *arg) {
  struct job *job = arg;
  job->result = 7;
  atomic_store(&job->done, 1);
  return NULL;
}

int main(void) {
  pthread_t t;
  struct job *job = malloc(sizeof *job);
  atomic_init(&job->done, 0);
  job->result = 0;
  pthread_create(&t, NULL, work, job);
  while (!atomic_load(&job->done)) {
  }
  long result = job->result;
  pthread_join(t, NULL);
  free(job);
  return (int)result;
}
