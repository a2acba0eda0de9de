// Slot i is guarded by lock i; main knows which one it takes.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t locks[4] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                   PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int slots[4];

static void *work(void *arg) {
  int i = rand() % 4;
  pthread_mutex_lock(&locks[i]);
  slots[i]++;
  pthread_mutex_unlock(&locks[i]);
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, work, NULL);
  for (int i = 0; i < 4; i++) {
    pthread_mutex_lock(&locks[i]);
    slots[i] = 0;
    pthread_mutex_unlock(&locks[i]);
  }
  pthread_join(a, NULL);
  return 0;
}
