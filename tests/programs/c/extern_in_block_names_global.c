// A declaration with extern inside a block names the global again, behind a local of the same name.
#include <pthread.h>

int level = 5;

static void *work(void *arg) {
  int level = 1;
  {
    extern int level;
    level += 2; // RACE! level
  }
  return level ? arg : NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  level -= 2; // RACE! level
  pthread_join(t, NULL);
  return level == 0;
}
