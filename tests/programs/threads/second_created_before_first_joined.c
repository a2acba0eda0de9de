// Two threads use the same total and overlap, though both are joined.
#include <pthread.h>
#include <stdio.h>

static float total;

static void *add(void *arg) {
  total += *(float *)arg; // RACE! total
  return NULL;
}

int main(void) {
  pthread_t first, second;
  float x = 1.5f, y = 2.5f;
  pthread_create(&first, NULL, add, &x);
  pthread_create(&second, NULL, add, &y);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  printf("%.1f\n", total);
  return 0;
}
