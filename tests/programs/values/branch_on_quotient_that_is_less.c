// The function is called with quotients that never are as large as the one that it asks for.
#include <pthread.h>

static int hits;

static void count(int number) {
  if (number == 77) hits++;
}

static void *counter(void *arg) {
  for (int i = 0; i < 100000; i++) hits++;
  return arg;
}

int main(int argc, char **argv) {
  pthread_t thread;
  (void)argv;
  pthread_create(&thread, NULL, counter, NULL);
  for (int i = 0; i < 100000; i++) count((i % 100 + argc % 2) / 3);
  pthread_join(thread, NULL);
  return 0;
}
