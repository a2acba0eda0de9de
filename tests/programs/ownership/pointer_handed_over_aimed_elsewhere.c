// What the pointer was aimed at when the thread was created is not where it leads once it is loaded.
// TODAY: unknown: the pointer is one of two
#include <pthread.h>
#include <unistd.h>

struct view {
  pthread_mutex_t lock;
  int *shown;
};

static int day, night;
static double scale = 0.5;

static void *show(void *arg) {
  struct view *view = arg;
  if (scale > 1.0) return NULL;  // of floating-point numbers no execution tells
  usleep(2000);
  pthread_mutex_lock(&view->lock);
  int *shown = view->shown;
  pthread_mutex_unlock(&view->lock);
  (*shown)++; // RACE! night
  return NULL;
}

static void *turn(void *arg) {
  struct view *view = arg;
  pthread_mutex_lock(&view->lock);
  view->shown = &night;
  pthread_mutex_unlock(&view->lock);
  usleep(3000);
  night++; // RACE! night
  return NULL;
}

int main(void) {
  struct view view = {PTHREAD_MUTEX_INITIALIZER, &day};
  pthread_t a, b;
  pthread_create(&a, NULL, show, &view);
  pthread_create(&b, NULL, turn, &view);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
