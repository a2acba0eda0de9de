// Threads keep the greatest of all numbers without a lock: that they look at it first guards nothing.
// TSAN: silent: the library does not exist
#include <pthread.h>

extern void read_options(long *options);

static double greatest;

static void *work(void *arg) {
  const double number = *(double *)arg;
  if (number > greatest) greatest = number;  // RACE! greatest
  return NULL;
}

int main(void) {
  long options[2] = {0, 0};
  double numbers[2] = {1.5, 2.5};
  pthread_t t[2];
  read_options(options);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, &numbers[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
