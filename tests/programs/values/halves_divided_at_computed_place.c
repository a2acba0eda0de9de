// The two halves of an array whose size is known when the program runs.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct part {
  int first, end;
};
static int *numbers;

static void *square(void *argument) {
  struct part *part = argument;
  for (int i = part->first; i < part->end; i++) numbers[i] *= numbers[i];
  return NULL;
}

int main(int argc, char **argv) {
  int count = argc > 1 ? atoi(argv[1]) : 10;
  numbers = calloc(count, sizeof *numbers);
  struct part low = {0, count / 2}, high = {count / 2, count};
  pthread_t a, b;
  pthread_create(&a, NULL, square, &low);
  pthread_create(&b, NULL, square, &high);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  printf("%d\n", numbers[count - 1]);
  free(numbers);
  return 0;
}
