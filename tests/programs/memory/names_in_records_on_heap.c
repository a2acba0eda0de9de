// Each thread reads the name in its own record of an array on the heap while main still writes the
// names of later ones: a text ends with the array that it begins in. They take turns by a word.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 3

struct job {
  char name[32];
  size_t length;
};

static atomic_int turn;
static size_t longest;

static void *measure(void *arg) {
  struct job *job = arg;
  job->length = strlen(job->name);
  int own = job->name[0] - 'a';
  while (atomic_load(&turn) != own) {
  }
  if (job->length > longest) longest = job->length;
  atomic_store(&turn, own + 1);
  return NULL;
}

int main(void) {
  pthread_t t[N];
  struct job *jobs = calloc(N, sizeof *jobs);
  if (jobs == NULL) return 1;
  for (int i = 0; i < N; i++) {
    snprintf(jobs[i].name, sizeof jobs[i].name, "%c is job %d", 'a' + i, i);
    pthread_create(&t[i], NULL, measure, &jobs[i]);
  }
  for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
  printf("%zu\n", longest);
  free(jobs);
  return 0;
}
