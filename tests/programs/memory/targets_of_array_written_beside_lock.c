// One of several blocks, chosen by a number, is written under the lock, and by the main thread without it.
#include <pthread.h>
#include <stdlib.h>

static int *slots[6];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *count(void *arg) {
  pthread_mutex_lock(&lock);
  (*slots[(long)arg % 6])++; // RACE! *slots[1]
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t t;
  for (int i = 0; i < 6; i++) slots[i] = calloc(1, sizeof(int));
  pthread_create(&t, NULL, count, (void *)1);
  *slots[1] = 7; // RACE! *slots[1]
  pthread_join(t, NULL);
  return *slots[1] == 0;
}
