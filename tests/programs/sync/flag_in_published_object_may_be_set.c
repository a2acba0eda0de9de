// VERDICT: unknown: what the environment holds is not known
// TSAN: silent: only with a variable of the environment
// The flag lies in an object that threads reach by a global pointer, and is not cleared before on every way.
#include <pthread.h>
#include <stdlib.h>

struct job {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int done;
  long result;
};
static struct job *job;

static struct job *job_new(void) {
  struct job *j = malloc(sizeof *j);
  if (j == NULL) exit(1);
  pthread_mutex_init(&j->lock, NULL);
  pthread_cond_init(&j->changed, NULL);
  if (getenv("AGAIN") == NULL) j->done = 0;
  else j->done = 1;
  return j;
}

static void *work(void *unused) {
  job->result = 7; // MISSED job.result: main waits for a signal that comes after it; rarely is a flag set so early
  pthread_mutex_lock(&job->lock);
  job->done = 1;
  pthread_cond_signal(&job->changed);
  pthread_mutex_unlock(&job->lock);
  return unused;
}

static void *idle(void *unused) { return unused; }

int main(void) {
  pthread_t t, others[12]; // more than are executed in all ways
  job = job_new();
  for (int i = 0; i < 12; i++) pthread_create(&others[i], NULL, idle, NULL);
  pthread_create(&t, NULL, work, NULL);
  pthread_mutex_lock(&job->lock);
  while (!job->done) pthread_cond_wait(&job->changed, &job->lock);
  pthread_mutex_unlock(&job->lock);
  const int ok = job->result == 7;
  pthread_join(t, NULL);
  for (int i = 0; i < 12; i++) pthread_join(others[i], NULL);
  return ok ? 0 : 1;
}
