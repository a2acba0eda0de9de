// The lower half is rounded up and the upper half begins below: of 5, the third is in both.
#include <pthread.h>
#include <stdio.h>

struct part {
  int first, end;
};
static int numbers[5];
static int count = 5;

static void *square(void *argument) {
  struct part *part = argument;
  for (int i = part->first; i < part->end; i++) numbers[i] += i;  // RACE! numbers[]
  return NULL;
}

int main(void) {
  struct part low = {0, (count + 1) / 2}, high = {count / 2, count};
  pthread_t a, b;
  pthread_create(&a, NULL, square, &low);
  pthread_create(&b, NULL, square, &high);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  printf("%d\n", numbers[2]);
  return 0;
}
