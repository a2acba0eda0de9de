// VERDICT: unknown: which thread is waited for is not known
// TSAN: silent: the handle is none
#include <pthread.h>
#include <stdlib.h>

struct worker { pthread_t thread; };

static struct worker *spare;
static int samples;

static void *count(void *unused) {
  samples++;
  return unused;
}

int main(void) {
  pthread_t counter;
  void *result = NULL;
  spare = malloc(sizeof *spare);
  if (!spare) return 1;
  pthread_create(&counter, NULL, count, NULL);
  pthread_join(spare->thread, &result);
  if (result) *(int *)result = 1;
  pthread_join(counter, NULL);
  return samples;
}
