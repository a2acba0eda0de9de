// VERDICT: unknown: what the thread does is not there to be looked at
// TSAN: silent: the library does not exist
#include <pthread.h>

extern void *sample_chip(void *argument);

static int samples;

static void *count(void *unused) {
  samples++;
  return unused;
}

int main(void) {
  pthread_t chip, counter;
  pthread_create(&chip, NULL, sample_chip, NULL);
  pthread_create(&counter, NULL, count, NULL);
  pthread_join(chip, NULL);
  pthread_join(counter, NULL);
  return samples;
}
