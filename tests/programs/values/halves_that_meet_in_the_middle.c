// The outer thread swaps one element more, the first one of the inner one.
#include <pthread.h>
#include <stdlib.h>

static int *numbers;
static int count;

static void swap(int i) {
  int *left = &numbers[i];
  int *right = &numbers[count - 1 - i];
  int number = *left;
  *left = *right;  // RACE! *left
  *right = number;  // RACE! *right
}

static void *outer(void *arg) {
  for (int i = 0; i < count / 4 + 1; ++i) swap(i);
  return arg;
}

static void *inner(void *arg) {
  for (int i = count / 4; i < count / 2; ++i) swap(i);
  return arg;
}

int main(void) {
  pthread_t a, b;
  count = 6;
  if (count <= 0) return 1;
  numbers = calloc((size_t)count, sizeof *numbers);
  if (!numbers) return 1;
  pthread_create(&a, NULL, outer, NULL);
  pthread_create(&b, NULL, inner, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
