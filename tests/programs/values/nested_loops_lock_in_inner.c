// The inner loop locks for itself; the outer loop counts without a lock.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int dots, rows;

static void *draw(void *arg) {
  for (int y = 0; y < 3; y++) {
    for (int x = 0; x < y; x++) {
      pthread_mutex_lock(&m);
      dots++;
      pthread_mutex_unlock(&m);
    }
    rows++; // RACE! rows
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
