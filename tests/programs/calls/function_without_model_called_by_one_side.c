// TSAN: silent: the library does not exist
#include <pthread.h>

extern int chip_temperature(int sensor);
extern void chip_reset(int *state);

static int state;
static int samples;

static void *sampler(void *unused) {
  if (chip_temperature(3) > 80) samples++;  // RACE! samples
  return unused;
}

int main(void) {
  pthread_t a;
  chip_reset(&state);
  pthread_create(&a, NULL, sampler, NULL);
  samples++;  // RACE! samples
  pthread_join(a, NULL);
  return 0;
}
