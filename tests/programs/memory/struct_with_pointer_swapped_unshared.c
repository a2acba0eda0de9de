#include <pthread.h>

struct view {
  int *target;
  long length;
};

static void swap(struct view *a, struct view *b) {
  const struct view kept = *a;
  *a = *b;
  *b = kept;
}

static void *worker(void *arg) {
  const struct view *view = arg;
  ++*view->target;
  return 0;
}

int main(void) {
  int ticks = 0;
  struct view home = {0, 0};
  struct view mine = {&ticks, 1};
  swap(&home, &mine);
  pthread_t thread;
  pthread_create(&thread, 0, worker, &home);
  pthread_join(thread, 0);
  return ticks;
}
