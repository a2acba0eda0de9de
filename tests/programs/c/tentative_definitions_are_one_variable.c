// Several tentative definitions in one file make one variable.
#include <pthread.h>

int level;
int level;

static void *work(void *arg) {
  level += 2; // RACE! level
  return arg;
}

int level;

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  level -= 2; // RACE! level
  pthread_join(t, NULL);
  return level > 2;
}
