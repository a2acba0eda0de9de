// Each call has a variable length array of its own.
#include <pthread.h>
#include <stdio.h>

static void *fill(void *arg) {
  int n = *(int *)arg;
  int squares[n];
  for (int i = 0; i < n; i++) squares[i] = i * i;
  printf("%d\n", squares[n - 1]);
  return NULL;
}

int main(void) {
  pthread_t t;
  int small = 3, large = 6;
  pthread_create(&t, NULL, fill, &small);
  fill(&large);
  pthread_join(t, NULL);
  return 0;
}
