// Threads find what they change in an array by numbers that they draw; who draws too large a one begins anew.
// TODAY: unknown: that no two draw one number goes by how many threads there are
#include <pthread.h>
#include <stdlib.h>

extern void read_options(long *options);  // TSAN: silent: the library does not exist

struct part {
  long sum, turns;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int drawn;
static struct part parts[8];

static void *work(void *arg) {
  pthread_mutex_lock(&lock);
  const int number = drawn++;
  if (number >= 8) drawn = 0;
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < 10; i++) parts[number].sum += i;
  parts[number].turns = 10;
  return arg;
}

int main(void) {
  pthread_t t[8];
  long options[2] = {0, 0};
  read_options(options);
  for (int i = 0; i < options[0] % 8; i++) pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < options[0] % 8; i++) pthread_join(t[i], NULL);
  return (int)parts[0].turns;
}
