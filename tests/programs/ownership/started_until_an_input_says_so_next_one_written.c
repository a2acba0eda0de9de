// Threads are started until one cannot be, or an input says that there are enough. What the next one
// of those that are waited for may still read is written.
#include <pthread.h>
#include <stdlib.h>

struct part {
  int given;
  long square;
};

static void *multiply(void *arg) {
  struct part *p = arg;
  p->square = (long)p->given * p->given; // RACE! part.given
  return NULL;
}

int main(int argc, char **argv) {
  const int most = argc > 1 ? atoi(argv[1]) : 12;
  if (most <= 0 || most > 40) return 0;
  pthread_t *threads = malloc(most * sizeof *threads);
  struct part *parts = malloc(most * sizeof *parts);
  int started = 0;
  while (started < most) {
    struct part *p = parts + started;
    p->given = started;
    p->square = 0;
    if (pthread_create(&threads[started], NULL, multiply, p) != 0) break;
    started++;
    if (rand() % 100 == 7) break;
  }
  long sum = 0;
  for (int i = 0; i < started; i++) {
    pthread_join(threads[i], NULL);
    sum += parts[i].square;
    if (i + 1 < started) parts[i + 1].given = 0; // RACE! part.given
  }
  free(parts);
  free(threads);
  return sum < 0;
}
