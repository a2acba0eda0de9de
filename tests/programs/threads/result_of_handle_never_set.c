// VERDICT: unknown: which thread is waited for is not known
// TSAN: silent: the handle is none
#include <pthread.h>
#include <stddef.h>

static pthread_t never_set;
static int samples;

static void *count(void *unused) {
  samples++;
  return unused;
}

int main(void) {
  pthread_t counter;
  void *result = NULL;
  pthread_create(&counter, NULL, count, NULL);
  pthread_join(never_set, &result);
  if (result) *(int *)result = 1;
  pthread_join(counter, NULL);
  return samples;
}
