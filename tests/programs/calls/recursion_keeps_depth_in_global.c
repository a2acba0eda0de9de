// The recursive function keeps the depth in a global.
#include <pthread.h>

static int depth;

static void descend(int levels) {
  if (levels == 0) return;
  depth++; // RACE! depth
  descend(levels - 1);
}

static void *work(void *arg) {
  descend(3);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return depth == 0;
}
