// The handles are put into an array from its end; another thread joins all of them.
// TODAY: unknown: which of the many threads each handle is of is not told
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { kWorkers = 40 };

struct reaper { pthread_t *threads; int count; };

static int results[kWorkers];

static void *work(void *argument) {
  results[(long)argument] = 3;
  return NULL;
}

static void *reap(void *argument) {
  struct reaper *reaper = argument;
  for (int i = 0; i < kWorkers; i++) pthread_join(reaper->threads[i], NULL);
  return NULL;
}

int main(void) {
  pthread_t *threads = calloc(kWorkers, sizeof *threads);
  struct reaper reaper = {threads, kWorkers};
  pthread_t last;
  for (int i = 0; i < kWorkers; i++) {
    pthread_create(&threads[kWorkers - 1 - i], NULL, work, (void *)(long)i);
  }
  pthread_create(&last, NULL, reap, &reaper);
  pthread_join(last, NULL);
  printf("%d\n", results[7]);
  free(threads);
  return 0;
}
