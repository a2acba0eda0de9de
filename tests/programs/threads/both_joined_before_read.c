// Each thread has its own result, and main reads the two after joining both.
#include <pthread.h>
#include <stdio.h>

static int left, right;

static void *search_left(void *arg) {
  left = 3;
  return arg;
}
static void *search_right(void *arg) {
  right = 4;
  return arg;
}

int main(void) {
  pthread_t l, r;
  pthread_create(&l, NULL, search_left, NULL);
  pthread_create(&r, NULL, search_right, NULL);
  pthread_join(l, NULL);
  pthread_join(r, NULL);
  printf("%d\n", left * right);
  return 0;
}
