#include <pthread.h>

struct worker {
  pthread_t thread;
  int runs;
  long count;
};

static struct worker workers[32];

static void *work(void *arg) {
  struct worker *own = arg;
  for (int i = 0; i < 20; i++) own->count++;  // RACE! workers[].count
  return 0;
}

// Two threads get one element.
int main(int argc, char **argv) {
  (void)argv;
  int count = argc + 3;
  if (count > 32) return 1;
  for (int i = 0; i < count; i++) {
    if (pthread_create(&workers[i].thread, 0, work, &workers[i / 2]) == 0) workers[i].runs = 1;
  }
  for (int i = 0; i < count; i++) {
    if (workers[i].runs) pthread_join(workers[i].thread, 0);
  }
  return 0;
}
