// In each of a few turns a thread is started, and waited for, under one test, and the rest of the
// turn is done here if there is none.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct job {
  const char *name;
  long *into;
};

static void add(const char *name, long *sum) { *sum += name[0]; }

static void *work(void *arg) {
  struct job *job = arg;
  add(job->name, job->into);
  return NULL;
}

static long run(const char *name, const char *helper, int level) {
  long total = 0;
  for (int turn = 0; turn < 7; turn++) {
    long sum = 0;
    pthread_t thread;
    struct job job = {name, &sum};
    if (turn * 10 > level) helper = NULL;
    if (helper != NULL) {
      puts(helper);
      if (pthread_create(&thread, NULL, work, &job) != 0) exit(1);
    }
    if (helper == NULL) add(name, &sum);
    if (helper != NULL && pthread_join(thread, NULL) != 0) exit(1);
    total += sum;
  }
  return total;
}

int main(int argc, char **argv) {
  return run(argv[0], argc > 1 ? argv[1] : "help", argc * 35) == 0;
}
