// VERDICT: unknown: what the object held when it was published is not kept
// TSAN: silent: the reader has to look between two neighbouring stores
// The reader gets the object through a pointer while its flag is still set from before; the flag is cleared
// and the object handed to a second thread only later.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct job {
  atomic_int done;
  long result;
};

static struct job *_Atomic current;

static void *read_result(void *arg) {
  struct job *job;
  while ((job = atomic_load(&current)) == NULL) {
  }
  if (atomic_load(&job->done)) job->result++; // RACE! job.result
  return arg;
}

static void *work(void *arg) {
  struct job *job = arg;
  job->result = 7; // RACE! job.result
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, read_result, NULL);
  struct job *job = malloc(sizeof *job);
  atomic_init(&job->done, 1);
  job->result = 0;
  atomic_store(&current, job);
  atomic_store(&job->done, 0);
  pthread_create(&b, NULL, work, job);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  free(job);
  return 0;
}
