// Main counts the threads that it starts in a variable of the program, from one less on.
#include <pthread.h>
#include <stdlib.h>

static int sum, started = -1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *arg) {
  pthread_mutex_lock(&lock);
  sum++;  // RACE! sum
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  const int count = rand() % 100;
  pthread_t *threads = malloc((count + 1) * sizeof *threads);
  if (threads == NULL) return 1;
  for (int i = 0; i < count; i++) {
    if (pthread_create(&threads[i], NULL, add, NULL)) abort();
    started++;
  }
  for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
  free(threads);
  return sum == 0;  // RACE! sum
}
