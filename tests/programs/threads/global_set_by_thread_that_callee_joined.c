// What the thread left behind that a callee started and joined is what main goes on with.
// TODAY: unknown: the element is the one main chose or another
#include <pthread.h>

static int chosen, votes[2];
static double scale = 0.5;

static void *choose(void *arg) {
  if (scale < 1.0) chosen = 1;  // of floating-point numbers no execution tells
  return arg;
}

static void elect(void) {
  pthread_t t;
  pthread_create(&t, NULL, choose, NULL);
  pthread_join(t, NULL);
}

static void *count(void *arg) {
  votes[1]++; // RACE! votes[]
  return arg;
}

int main(void) {
  pthread_t t;
  chosen = 0;
  elect();
  int element = chosen;
  pthread_create(&t, NULL, count, NULL);
  votes[element]++; // RACE! votes[]
  pthread_join(t, NULL);
  return 0;
}
