// Each turn starts two threads, but the loop that waits for them ends before the last one.
// TODAY: unknown: no execution that is tried comes to the last join
#include <pthread.h>
#include <stdio.h>

#define PAIRS 40

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long made, used;

static void *producer(void *unused) {
  pthread_mutex_lock(&lock);
  ++made;
  pthread_mutex_unlock(&lock);
  return unused;
}

static void *consumer(void *unused) {
  pthread_mutex_lock(&lock);
  if (used < made) ++used;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[2 * PAIRS];
  int count = 0;
  for (int i = 0; i < PAIRS; ++i) {
    pthread_create(&threads[count++], NULL, producer, NULL);
    pthread_create(&threads[count++], NULL, consumer, NULL);
  }
  for (int i = 0; i < count - 1; ++i) pthread_join(threads[i], NULL);
  printf("%ld of %ld\n", used, made);  // MISSED used: no execution that is tried comes there, and joins are not told apart
  return 0;
}
