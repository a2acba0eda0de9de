// The loop runs once: the index is 0 in its only turn.
#include <pthread.h>

static void *fill(void *arg) {
  int *numbers = arg;
  int index = 0;
  while (index < 1) {
    numbers[index] = 1; // RACE! numbers[]
    index = 7;
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  int numbers[4] = {0};
  pthread_create(&a, NULL, fill, numbers);
  pthread_create(&b, NULL, fill, numbers);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return numbers[0];
}
