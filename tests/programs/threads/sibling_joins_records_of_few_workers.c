// The workers are five, and joined by a thread of their own; their records are freed when that one has ended.
#include <pthread.h>
#include <stdlib.h>

enum { kWorkers = 5 };

struct job { pthread_t thread; int from; long sum; };
struct reaper { struct job *jobs; int count; };

static void *work(void *argument) {
  struct job *job = argument;
  job->sum = job->from * 3L;
  return NULL;
}

static void *reap(void *argument) {
  struct reaper *reaper = argument;
  for (int i = 0; i < reaper->count; i++) pthread_join(reaper->jobs[i].thread, NULL);
  return NULL;
}

int main(void) {
  struct job *jobs = calloc(kWorkers, sizeof *jobs);
  struct reaper reaper = {jobs, kWorkers};
  pthread_t last;
  for (int i = 0; i < kWorkers; i++) {
    jobs[i].from = i;
    pthread_create(&jobs[i].thread, NULL, work, &jobs[i]);
  }
  pthread_create(&last, NULL, reap, &reaper);
  pthread_join(last, NULL);
  free(jobs);
  return 0;
}
