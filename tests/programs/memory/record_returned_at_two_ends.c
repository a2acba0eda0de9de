// A function returns one of two records of its own: the pointers in it are the ones that were put
// there. The rounds of the threads are an input.
#include <pthread.h>
#include <stdlib.h>

struct view {
  long *value;
  int scale;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long first, second;

static struct view choose(int which) {
  struct view one = {&first, 1};
  struct view other = {&second, 2};
  if (which % 2) return one;
  return other;
}

static void *work(void *arg) {
  for (int i = rand() % 1000; i > 0; --i) {
    struct view view = choose(i);
    pthread_mutex_lock(&lock);
    *view.value += view.scale;
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return first == second;
}
