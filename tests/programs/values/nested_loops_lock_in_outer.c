// The outer loop holds the lock around the inner loop and what follows it.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int dots, rows;

static void *draw(void *arg) {
  for (int y = 0; y < 3; y++) {
    pthread_mutex_lock(&m);
    for (int x = 0; x < y; x++) dots++;
    rows++;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, draw, NULL);
  pthread_create(&b, NULL, draw, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  printf("%d %d\n", dots, rows);
  return 0;
}
