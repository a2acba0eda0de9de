// A static variable in a function is one variable for all threads.
#include <pthread.h>
#include <stdio.h>

static int next_serial(void) {
  static int serial;
  return ++serial; // RACE! serial
}

static void *mark(void *arg) {
  *(int *)arg = next_serial();
  return NULL;
}

int main(void) {
  pthread_t a, b;
  int x = 1, y = 2;
  pthread_create(&a, NULL, mark, &x);
  pthread_create(&b, NULL, mark, &y);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  printf("%d %d\n", x, y);
  return 0;
}
