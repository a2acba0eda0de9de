// TODAY: unknown: single bits are not followed
// The function is called with numbers that never are the one that it asks for.
#include <pthread.h>

static int hits;

static void count(int number) {
  if (number == 33) hits++;  // FALSE-ALARM hits: the numbers have none of its lowest bits
}

static void *counter(void *arg) {
  for (int i = 0; i < 100000; i++) hits++;
  return arg;
}

int main(int argc, char **argv) {
  pthread_t thread;
  (void)argv;
  pthread_create(&thread, NULL, counter, NULL);
  for (int i = 0; i < 100000; i++) count((i ^ argc) & 48);
  pthread_join(thread, NULL);
  return 0;
}
