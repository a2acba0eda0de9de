// All callers pass a level below the one that makes the helper count.
#include <pthread.h>

#define WARNING 2
static unsigned long warnings;

static void note(int level) {
  if (level >= WARNING) warnings++;
}

static void *work(void *arg) {
  note(0);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  note(1);
  pthread_join(t, NULL);
  return warnings != 0;
}
