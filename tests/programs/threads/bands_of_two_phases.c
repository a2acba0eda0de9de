// Two phases over bands of one image, each by a function that is handed on. Whoever starts the
// threads works on the first band.
#include <pthread.h>
#include <stdlib.h>

#define WIDTH 32
#define HEIGHT 200
#define THREADS 4

static unsigned char image[HEIGHT][WIDTH];
static unsigned total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

struct band {
  int first, end;
  unsigned changed;
};

static void* sum_up(void* argument) {
  struct band* band = argument;
  unsigned sum = 0;
  for (int y = band->first; y < band->end; ++y) {
    for (int x = 0; x < WIDTH; ++x) sum += image[y][x];
  }
  pthread_mutex_lock(&lock);
  total += sum;
  pthread_mutex_unlock(&lock);
  return 0;
}

static void* brighten(void* argument) {
  struct band* band = argument;
  for (int y = band->first; y < band->end; ++y) {
    for (int x = 0; x < WIDTH; ++x) {
      image[y][x] += 1;
      band->changed++;
    }
  }
  return 0;
}

static void run(struct band* bands, void* (*work)(void*)) {
  pthread_t threads[THREADS - 1];
  for (int i = 1; i < THREADS; ++i) {
    if (pthread_create(&threads[i - 1], 0, work, &bands[i]) != 0) abort();
  }
  work(&bands[0]);
  for (int i = 1; i < THREADS; ++i) pthread_join(threads[i - 1], 0);
}

int main(void) {
  struct band bands[THREADS];
  for (int i = 0; i < THREADS; ++i) {
    bands[i].first = HEIGHT * i / THREADS;
    bands[i].end = HEIGHT * (i + 1) / THREADS;
    bands[i].changed = 0;
  }
  run(bands, sum_up);
  run(bands, brighten);
  return bands[0].changed == total;
}
