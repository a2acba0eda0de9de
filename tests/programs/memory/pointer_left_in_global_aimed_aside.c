// One thread leaves a pointer in a global; another writes through it, but main uses something else.
#include <pthread.h>

static int panel, desktop, *window = &desktop;

static void *aim(void *arg) {
  window = &panel;
  return arg;
}

static void *draw(void *arg) {
  *window = 3;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, aim, NULL);
  pthread_join(t, NULL);
  pthread_create(&t, NULL, draw, NULL);
  desktop++;
  pthread_join(t, NULL);
  return panel != 3;
}
