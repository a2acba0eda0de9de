// Two threads use the same total, but the first is joined before the second is created.
#include <pthread.h>
#include <stdio.h>

static float total;

static void *add(void *arg) {
  total += *(float *)arg;
  return NULL;
}

int main(void) {
  pthread_t first, second;
  float x = 1.5f, y = 2.5f;
  pthread_create(&first, NULL, add, &x);
  pthread_join(first, NULL);
  pthread_create(&second, NULL, add, &y);
  pthread_join(second, NULL);
  printf("%.1f\n", total);
  return 0;
}
