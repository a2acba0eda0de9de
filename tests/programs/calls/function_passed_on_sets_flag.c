// The function that is passed on sets what decides whether the one that calls it goes on.
#include <pthread.h>

static int count, wanted;

static void *work(void *arg) {
  for (int i = 0; i < 1000; i++) {
    count++;  // RACE! count
  }
  return arg;
}

static void want(void) { wanted = 1; }

static void decide(void (*ask)(void)) {
  wanted = 0;
  ask();
  if (wanted) {
    count++;  // RACE! count
  }
}

int main(int argc, char **argv) {
  (void)argv;
  pthread_t threads[8];
  int started = 0;
  while (started < 8 && started < argc + 1) {
    pthread_create(&threads[started++], NULL, work, NULL);
  }
  decide(want);
  while (started > 0) pthread_join(threads[--started], NULL);
  return 0;
}
