// Jobs go through a list to four workers; each has an argument on the heap, which its function frees.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct job {
  void (*run)(void *);
  void *argument;
  struct job *next;
};

static struct job *first, *last;
static int is_closed;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static pthread_mutex_t total_lock = PTHREAD_MUTEX_INITIALIZER;
static long total;

static void add(void *argument) {
  int *number = argument;
  *number *= 2;
  pthread_mutex_lock(&total_lock);
  total += *number;
  pthread_mutex_unlock(&total_lock);
  free(number);
}

static void *work(void *unused) {
  for (;;) {
    pthread_mutex_lock(&lock);
    while (first == NULL && !is_closed) pthread_cond_wait(&filled, &lock);
    struct job *job = first;
    if (job == NULL) {
      pthread_mutex_unlock(&lock);
      return unused;
    }
    first = job->next;
    if (first == NULL) last = NULL;
    pthread_mutex_unlock(&lock);
    job->run(job->argument);
    free(job);
  }
}

static void submit(void (*run)(void *), void *argument) {
  struct job *job = malloc(sizeof *job);
  job->run = run;
  job->argument = argument;
  job->next = NULL;
  pthread_mutex_lock(&lock);
  if (last != NULL) {
    last->next = job;
  } else {
    first = job;
  }
  last = job;
  pthread_cond_signal(&filled);
  pthread_mutex_unlock(&lock);
}

int main(void) {
  pthread_t workers[4];
  for (int i = 0; i < 4; ++i) pthread_create(&workers[i], NULL, work, NULL);
  for (int i = 0; i < 500; ++i) {
    int *number = malloc(sizeof *number);
    *number = i;
    submit(add, number);
  }
  pthread_mutex_lock(&lock);
  is_closed = 1;
  pthread_cond_broadcast(&filled);
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < 4; ++i) pthread_join(workers[i], NULL);
  printf("%ld\n", total);
  return 0;
}
