// A reaper joins the workers that main has started, but for the first: their records lie in an array it is
// handed. Main frees the records when the reaper has ended.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct job { pthread_t thread; int from; long sum; };
struct reaper { struct job *jobs; int count; };

static void *work(void *argument) {
  struct job *job = argument;
  for (int i = 0; i < 1000; i++) job->sum += job->from + i;
  return NULL;
}

static void *reap(void *argument) {
  struct reaper *reaper = argument;
  for (int i = reaper->count - 1; i > 0; i--) pthread_join(reaper->jobs[i].thread, NULL);
  return NULL;
}

int main(int argc, char **argv) {
  int count = argc > 1 ? atoi(argv[1]) : 40;
  struct job *jobs = calloc(count, sizeof *jobs);
  struct reaper reaper = {jobs, count};
  pthread_t last;
  for (int i = 0; i < count; i++) {
    jobs[i].from = i;
    pthread_create(&jobs[i].thread, NULL, work, &jobs[i]);
  }
  pthread_create(&last, NULL, reap, &reaper);
  pthread_join(last, NULL);
  printf("%ld\n", jobs[0].sum);  // RACE! job.sum
  free(jobs);  // RACE! job.from
  return 0;
}
