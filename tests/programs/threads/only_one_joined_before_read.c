// Main reads both results when only the left thread has been joined.
#include <pthread.h>
#include <stdio.h>

static int left, right;

static void *search_left(void *arg) {
  left = 3;
  return arg;
}
static void *search_right(void *arg) {
  right = 4; // RACE! right
  return arg;
}

int main(void) {
  pthread_t l, r;
  pthread_create(&l, NULL, search_left, NULL);
  pthread_create(&r, NULL, search_right, NULL);
  pthread_join(l, NULL);
  printf("%d\n", left);
  printf("%d\n", right); // RACE! right
  pthread_join(r, NULL);
  return 0;
}
