// A successful tryrdlock is still a read lock, so main may read during the write.
#include <pthread.h>
#include <stdio.h>

static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static unsigned char mode;

static void *change(void *arg) {
  if (pthread_rwlock_tryrdlock(&rw) == 0) {
    mode = 1; // RACE! mode
    pthread_rwlock_unlock(&rw);
  }
  return arg;
}

int main(void) {
  pthread_t t;
  int seen;
  pthread_create(&t, NULL, change, NULL);
  pthread_rwlock_rdlock(&rw);
  seen = mode; // RACE! mode
  pthread_rwlock_unlock(&rw);
  pthread_join(t, NULL);
  printf("%d\n", seen);
  return 0;
}
