// The planes of an image are exchanged behind the one barrier of each turn, while others go on.
#include <pthread.h>
#include <stdlib.h>

enum { kWidth = 96, kHeight = 64, kThreads = 3, kTurns = 4 };

struct filter {
  unsigned char *source, *target;
  pthread_barrier_t all;
};
static struct filter f;

static int sample(int x, int y) {
  if (x < 0) x = 0;
  if (y < 0) y = 0;
  if (x >= kWidth) x = kWidth - 1;
  if (y >= kHeight) y = kHeight - 1;
  return f.source[y * kWidth + x]; // RACE! f.source
}

static void *compare(void *arg) {
  const int rank = *(int *)arg;
  long changed = 0;
  for (int turn = 0; turn < kTurns; turn++) {
    for (int y = rank * kHeight / kThreads; y < (rank + 1) * kHeight / kThreads; y++) {
      for (int x = 0; x < kWidth; x++) {
        int sum = 0;
        for (int dy = -1; dy <= 1; dy++) {
          for (int dx = -1; dx <= 1; dx++) sum += sample(x + dx, y + dy);
        }
        if (f.target[y * kWidth + x] != sum / 9) ++changed; // RACE! f.target
      }
    }
    pthread_barrier_wait(&f.all);
    if (rank == 0) {
      unsigned char *source = f.source;
      f.source = f.target; // RACE! f.source
      f.target = source; // RACE! f.target
    }
  }
  return (void *)changed;
}

int main(void) {
  pthread_t threads[kThreads];
  int ranks[kThreads];
  f.source = calloc(kWidth, kHeight);
  f.target = calloc(kWidth, kHeight);
  for (int y = 0; y < kHeight; y++) {
    for (int x = 0; x < kWidth; x++) f.source[y * kWidth + x] = (unsigned char)(x * x + y * 13);
  }
  pthread_barrier_init(&f.all, NULL, kThreads);
  for (int i = 0; i < kThreads; i++) {
    ranks[i] = i;
    pthread_create(&threads[i], NULL, compare, &ranks[i]);
  }
  for (int i = 0; i < kThreads; i++) pthread_join(threads[i], NULL);
  pthread_barrier_destroy(&f.all);
  free(f.source);
  free(f.target);
  return 0;
}
