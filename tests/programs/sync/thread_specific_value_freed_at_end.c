// Each thread has a buffer of its own, which is freed when the thread ends.
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;

static int *buffer(void) {
  int *mine = pthread_getspecific(key);
  if (mine == NULL) {
    mine = calloc(1, sizeof *mine);
    pthread_setspecific(key, mine);
  }
  return mine;
}

static void *work(void *unused) {
  for (int i = 0; i < 3; i++) *buffer() += i;
  return unused;
}

int main(void) {
  pthread_t one, two;
  if (pthread_key_create(&key, free) != 0) return 1;
  pthread_create(&one, NULL, work, NULL);
  pthread_create(&two, NULL, work, NULL);
  *buffer() += 1;
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
