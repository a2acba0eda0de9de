// Main's element is behind those of the threads of its turn, but not behind those of earlier ones,
// which nobody has waited for.
// TSAN: silent: threads of earlier turns have mostly ended by then, and their lock orders what they did
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int results[100];

static void *work(void *result) {
  pthread_mutex_lock(&lock);
  *(int *)result += 1;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  for (int turn = 0; turn < 10; turn++) {
    int count = rand() % 50;
    pthread_t thread;
    for (int i = 0; i < count; i++) pthread_create(&thread, NULL, work, &results[i]);
    results[count] += 3;  // RACE! results[]
  }
  return 0;
}
