// In each round threads fill their rows of one grid from the other one; the last one has the rest.
#include <pthread.h>
#include <stdlib.h>

#define WIDTH 48
#define HEIGHT 48
#define THREADS 4

struct simulation {
  double grid[2][HEIGHT][WIDTH];
  int is_done, steps, most;
  pthread_barrier_t barrier;
};

struct lane {
  pthread_t thread;
  int number;
  struct simulation *of;
};

static void update(const double (*in)[WIDTH], double (*out)[WIDTH], int begin, int end) {
  for (int y = begin; y < end; y++) {
    for (int x = 1; x < WIDTH - 1; x++) {
      out[y][x] = (in[y - 1][x] + in[y + 1][x] + in[y][x - 1] + in[y][x + 1]) / 4;
    }
  }
}

static void *run(void *argument) {
  struct lane *lane = argument;
  struct simulation *s = lane->of;
  const int rows = (HEIGHT - 2) / THREADS;
  const int begin = 1 + lane->number * rows;
  const int end = lane->number == THREADS - 1 ? HEIGHT - 1 : begin + rows;
  int now = 0;
  for (;;) {
    update((const double (*)[WIDTH])s->grid[now], s->grid[!now], begin, end);
    if (pthread_barrier_wait(&s->barrier) == PTHREAD_BARRIER_SERIAL_THREAD) {
      s->steps++;
      s->is_done = s->steps >= s->most;
    }
    pthread_barrier_wait(&s->barrier);
    if (s->is_done) break;
    now = !now;
  }
  return NULL;
}

int main(int argc, char **argv) {
  struct simulation *s = calloc(1, sizeof *s);
  struct lane lanes[THREADS];
  if (!s) return 1;
  s->most = argc > 1 ? atoi(argv[1]) : 300;
  if (pthread_barrier_init(&s->barrier, NULL, THREADS)) return 1;
  for (int i = 0; i < THREADS; i++) {
    lanes[i].number = i;
    lanes[i].of = s;
    if (pthread_create(&lanes[i].thread, NULL, run, &lanes[i])) exit(1);
  }
  for (int i = 0; i < THREADS; i++) pthread_join(lanes[i].thread, NULL);
  const int steps = s->steps;
  free(s);
  return steps == 0;
}
