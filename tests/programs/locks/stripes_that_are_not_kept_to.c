// Cell n is guarded by stripe n % 4, but who works through a stripe goes on by 3.
#include <pthread.h>

#define CELLS 64
#define STRIPES 4

static pthread_mutex_t stripes[STRIPES] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                           PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int cells[CELLS];

static void add(unsigned cell, int more) {
  pthread_mutex_t* stripe = &stripes[cell % STRIPES];
  pthread_mutex_lock(stripe);
  cells[cell] += more;
  pthread_mutex_unlock(stripe);
}

static void double_every_fourth(unsigned first) {
  pthread_mutex_lock(&stripes[first % STRIPES]);
  for (unsigned i = first; i < CELLS; i += STRIPES - 1) {
    cells[i] *= 2;  // RACE! cells[]
  }
  pthread_mutex_unlock(&stripes[first % STRIPES]);
}

static void* add_here_and_there(void* argument) {
  unsigned x = (unsigned)(unsigned long)argument;
  for (int i = 0; i < 200; ++i) {
    x = x * 69069u + 1u;
    add((x >> 16) % CELLS, 1);
  }
  return 0;
}

static void* double_all(void* argument) {
  for (unsigned first = 0; first < STRIPES; ++first) double_every_fourth(first);
  return argument;
}

int main(void) {
  pthread_t threads[4];
  pthread_create(&threads[0], 0, add_here_and_there, (void*)3UL);
  pthread_create(&threads[1], 0, add_here_and_there, (void*)11UL);
  pthread_create(&threads[2], 0, double_all, 0);
  pthread_create(&threads[3], 0, double_all, 0);
  for (int i = 0; i < 4; ++i) pthread_join(threads[i], 0);
  return cells[0] < 0;
}
