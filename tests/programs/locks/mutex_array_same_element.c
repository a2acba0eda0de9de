// All users of the flag take element 1 of an array of mutexes.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static char flag = 'n';

static void *set(void *arg) {
  pthread_mutex_lock(&locks[1]);
  flag = 'y';
  pthread_mutex_unlock(&locks[1]);
  return arg;
}

int main(void) {
  pthread_t t;
  char seen;
  pthread_create(&t, NULL, set, NULL);
  pthread_mutex_lock(&locks[1]);
  seen = flag;
  pthread_mutex_unlock(&locks[1]);
  pthread_join(t, NULL);
  printf("%c\n", seen);
  return 0;
}
