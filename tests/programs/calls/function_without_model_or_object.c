// TODAY: unknown: whether the two functions exclude all threads cannot be seen
// TSAN: silent: the library does not exist
#include <pthread.h>

extern void world_stop(void);
extern void world_go_on(void);

static int epoch;

static void *collector(void *unused) {
  world_stop();
  epoch++;  // FALSE-ALARM epoch: if world_stop() excludes all others
  world_go_on();
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, collector, NULL);
  pthread_create(&b, NULL, collector, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
