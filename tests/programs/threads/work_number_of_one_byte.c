// The numbers are of one byte, so that the same ones come again, while a slow thread may still be at one.
// VERDICT: unknown: only after 256 numbers
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned char next;
static int slots[256];

static void *work(void *arg) {
  for (int i = 0; i < 200000; i++) {
    pthread_mutex_lock(&lock);
    const unsigned char number = next;
    next++;
    pthread_mutex_unlock(&lock);
    slots[number]++;  // RACE! slots[]
  }
  return arg;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  return slots[0] < 0;
}
