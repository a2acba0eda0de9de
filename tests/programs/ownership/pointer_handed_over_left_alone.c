// Nobody aims the pointer elsewhere: it leads where it did when the thread was created.
#include <pthread.h>

struct view {
  pthread_mutex_t lock;
  int *shown, changes;
};

static int day, night;

static void *show(void *arg) {
  struct view *view = arg;
  pthread_mutex_lock(&view->lock);
  int *shown = view->shown;
  pthread_mutex_unlock(&view->lock);
  (*shown)++;
  return NULL;
}

static void *turn(void *arg) {
  struct view *view = arg;
  pthread_mutex_lock(&view->lock);
  view->changes++;
  pthread_mutex_unlock(&view->lock);
  night++;
  return NULL;
}

int main(void) {
  struct view view = {PTHREAD_MUTEX_INITIALIZER, &day, 0};
  pthread_t a, b;
  pthread_create(&a, NULL, show, &view);
  pthread_create(&b, NULL, turn, &view);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
