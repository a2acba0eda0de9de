// One thread leaves a pointer in a global; another writes through it while main uses the target.
#include <pthread.h>

static int panel, *window;

static void *aim(void *arg) {
  window = &panel;
  return arg;
}

static void *draw(void *arg) {
  *window = 3; // RACE! panel
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, aim, NULL);
  pthread_join(t, NULL);
  pthread_create(&t, NULL, draw, NULL);
  panel++; // RACE! panel
  pthread_join(t, NULL);
  return 0;
}
