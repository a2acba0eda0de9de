// Main touches the value only before the thread is created and after it is joined.
#include <pthread.h>
#include <stdio.h>

int value;

void *twice(void *arg) {
  value *= 2;
  return arg;
}

int main(void) {
  pthread_t t;
  value = 21;
  pthread_create(&t, NULL, twice, NULL);
  pthread_join(t, NULL);
  value++;
  printf("%d\n", value);
  return 0;
}
