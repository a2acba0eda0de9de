// Each of many threads is handed an object of its own, which nobody numbers.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct job {
  int input;
  int steps;
};

static void *run(void *arg) {
  struct job *job = arg;
  job->steps = 0;
  while (job->input > 1) {
    job->input = job->input % 2 ? 3 * job->input + 1 : job->input / 2;
    job->steps++;
  }
  printf("%d\n", job->steps);
  free(job);
  return NULL;
}

static int start_job(int input) {
  pthread_t thread;
  struct job *job = malloc(sizeof *job);
  if (job == NULL) return -1;
  job->input = input;
  if (pthread_create(&thread, NULL, run, job) != 0) {
    free(job);
    return -1;
  }
  pthread_detach(thread);
  return 0;
}

static int start_jobs(int count) {
  for (int i = 0; i < count; i++) {
    if (start_job(i) != 0) return -1;
  }
  return 0;
}

int main(int argc, char **argv) {
  (void)argv;
  for (int round = 0; round < argc; round++) {
    if (start_jobs(argc) != 0) return 1;
  }
  pthread_exit(NULL);
}
