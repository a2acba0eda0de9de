// TSAN: silent: the threads would have to come to the last number at once
// As number_drawn_if_there_are_more.c, but the number after the last one is for all.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int squares[5];
static int count = 4, next;

static void *run(void *arg) {
  for (;;) {
    pthread_mutex_lock(&lock);
    int k = next;
    if (k < count) next = next + 1;
    pthread_mutex_unlock(&lock);
    if (k > count) break;
    squares[k] = k * k;  // RACE! squares[]
    if (k == count) break;
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, run, NULL);
  pthread_create(&b, NULL, run, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
