// TSAN: silent: what gives inputs is not there
// How much there is, and how many threads share it, are inputs, of which few go together. The parts begin where a quotient
// says that was rounded down, and are as long as one that was rounded up.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct part {
  long *all;
  int first, end;
};

static void *add(void *given) {
  struct part *part = given;
  for (int i = part->first; i < part->end; ++i) {
    part->all[i] += i;  // RACE! part->all[i]
  }
  return NULL;
}

int main(void) {
  int count = __VERIFIER_nondet_int();
  int threads = __VERIFIER_nondet_int();
  if (count < 1 || count > 10000) return 0;
  if (threads < 2 || threads > 20 || threads > count) return 0;
  long *all = calloc(count, sizeof *all);
  pthread_t *handles = malloc(threads * sizeof *handles);
  struct part *parts = malloc(threads * sizeof *parts);
  const int length = (count + threads - 1) / threads;
  for (int i = 0; i < threads; ++i) {
    parts[i].all = all;
    parts[i].first = i * (count / threads);
    parts[i].end = i == threads - 1 ? count : parts[i].first + length;
    pthread_create(&handles[i], NULL, add, &parts[i]);
  }
  for (int i = 0; i < threads; ++i) pthread_join(handles[i], NULL);
  free(all);
  free(handles);
  free(parts);
  return 0;
}
