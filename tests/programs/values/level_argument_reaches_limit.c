// Both callers pass a level that makes the helper count.
#include <pthread.h>

#define WARNING 2
static unsigned long warnings;

static void note(int level) {
  if (level >= WARNING) warnings++; // RACE! warnings
}

static void *work(void *arg) {
  note(2);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  note(3);
  pthread_join(t, NULL);
  return warnings == 0;
}
