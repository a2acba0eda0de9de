// Element 0 on one side and element 1 on the other are different mutexes.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static char flag = 'n';

static void *set(void *arg) {
  pthread_mutex_lock(&locks[0]);
  flag = 'y'; // RACE! flag
  pthread_mutex_unlock(&locks[0]);
  return arg;
}

int main(void) {
  pthread_t t;
  char seen;
  pthread_create(&t, NULL, set, NULL);
  pthread_mutex_lock(&locks[1]);
  seen = flag; // RACE! flag
  pthread_mutex_unlock(&locks[1]);
  pthread_join(t, NULL);
  printf("%c\n", seen);
  return 0;
}
