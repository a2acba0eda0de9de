// A game of life in two planes of a record: each step reads the neighbours of a band of one of them,
// whose bounds are read again after each meeting, and writes the band of the other.
#include <pthread.h>
#include <stdlib.h>

#define ROWS 32
#define COLS 32
#define T 4

struct world {
  unsigned char cells[2][ROWS][COLS];
  int steps;
  pthread_barrier_t barrier;
};

struct band {
  struct world *world;
  int begin, end;
};

static int neighbours(unsigned char (*plane)[COLS], int r, int c) {
  int n = 0;
  for (int dr = -1; dr <= 1; dr++)
    for (int dc = -1; dc <= 1; dc++)
      if (dr || dc) n += plane[(r + dr + ROWS) % ROWS][(c + dc + COLS) % COLS];
  return n;
}

static void *live(void *arg) {
  struct band *band = arg;
  struct world *w = band->world;
  int now = 0;
  for (int s = 0; s < w->steps; s++) {
    unsigned char (*from)[COLS] = w->cells[now];
    unsigned char (*to)[COLS] = w->cells[1 - now];
    for (int r = band->begin; r < band->end; r++)
      for (int c = 0; c < COLS; c++) {
        int n = neighbours(from, r, c);
        to[r][c] = n == 3 || (n == 2 && from[r][c]);
      }
    pthread_barrier_wait(&w->barrier);
    now = 1 - now;
  }
  return NULL;
}

int main(int argc, char **argv) {
  struct world *w = calloc(1, sizeof *w);
  struct band bands[T];
  pthread_t t[T];
  w->steps = argc > 1 ? atoi(argv[1]) : 8;
  w->cells[0][3][3] = w->cells[0][3][4] = w->cells[0][3][5] = 1;
  pthread_barrier_init(&w->barrier, NULL, T);
  for (int i = 0; i < T; i++) {
    bands[i].world = w;
    bands[i].begin = i * ROWS / T;
    bands[i].end = (i + 1) * ROWS / T;
    pthread_create(&t[i], NULL, live, &bands[i]);
  }
  for (int i = 0; i < T; i++) pthread_join(t[i], NULL);
  return w->cells[w->steps % 2][3][3];
}
