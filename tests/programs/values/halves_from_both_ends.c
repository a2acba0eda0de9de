// Two threads swap elements from both ends, each those of its own quarter.
#include <pthread.h>
#include <stdlib.h>


static int *numbers;
static int count;

static void swap(int i) {
  int number = numbers[i];
  numbers[i] = numbers[count - 1 - i];
  numbers[count - 1 - i] = number;
}

static void *outer(void *arg) {
  for (int i = 0; i < count / 4; ++i) swap(i);
  return arg;
}

static void *inner(void *arg) {
  for (int i = count / 4; i < count / 2; ++i) swap(i);
  return arg;
}

int main(void) {
  pthread_t a, b;
  count = rand();
  if (count <= 0) return 1;
  numbers = calloc((size_t)count, sizeof *numbers);
  if (!numbers) return 1;
  pthread_create(&a, NULL, outer, NULL);
  pthread_create(&b, NULL, inner, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
