// Writers use trywrlock, readers tryrdlock, and both check the result.
#include <pthread.h>
#include <stdio.h>

static pthread_rwlock_t rw;
static unsigned char mode;

static void *change(void *arg) {
  if (pthread_rwlock_trywrlock(&rw) == 0) {
    mode ^= 1;
    pthread_rwlock_unlock(&rw);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  int seen = -1;
  pthread_rwlock_init(&rw, NULL);
  pthread_create(&a, NULL, change, NULL);
  pthread_create(&b, NULL, change, NULL);
  if (!pthread_rwlock_tryrdlock(&rw)) {
    seen = mode;
    pthread_rwlock_unlock(&rw);
  }
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_rwlock_destroy(&rw);
  printf("%d\n", seen);
  return 0;
}
