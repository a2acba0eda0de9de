// The right side of && and || calls a function that writes, but the left side always decides.
#include <pthread.h>

static int spoken;
static const int muted = 1;

static int speak(void) { return ++spoken; }

static void *talk(void *arg) {
  int said = !muted && speak();
  return said ? arg : NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, talk, NULL);
  int quiet = muted || speak();
  pthread_join(t, NULL);
  return spoken != 0 || !quiet;
}
