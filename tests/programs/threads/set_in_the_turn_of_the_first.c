#include <pthread.h>

static int quick, careful, late, seen;
static pthread_t threads[8];

static void settle(int count) { quick = count > 2; }

static void *work(void *arg) {
  (void)arg;
  return quick && !careful ? &seen : 0;
}

static void *look(void *arg) {
  (void)arg;
  return late ? &seen : 0;
}

int main(int argc, char **argv) {
  (void)argv;
  if (argc > 8) return 1;
  for (int i = 0; i < argc; i++) {
    if (i == 0) {
      settle(argc);
      careful = argc > 4;
    }
    pthread_create(&threads[i], 0, work, 0);
  }
  for (int i = 0; i < argc; i++) pthread_join(threads[i], 0);

  for (int i = 0; i < argc; i++) {
    pthread_create(&threads[i], 0, look, 0);
    if (i == 0) late = argc > 2;  // RACE! late
  }
  for (int i = 0; i < argc; i++) pthread_join(threads[i], 0);
  return 0;
}
