// What one call reads into two variables need not be the same.
#include <pthread.h>
#include <stdio.h>

static int number;

static void *read_both(void *text) {
  int first = 0, second = 0;
  sscanf(text, "%d %d", &first, &second);
  if (first == 12 && second == 34) number++; // RACE! number
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, read_both, "12 34");
  read_both("12 34");
  pthread_join(t, NULL);
  return 0;
}
