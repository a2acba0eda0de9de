// Main touches the value while the thread may be running.
#include <pthread.h>
#include <stdio.h>

int value;

void *twice(void *arg) {
  value *= 2; // RACE! value
  return arg;
}

int main(void) {
  pthread_t t;
  value = 21;
  pthread_create(&t, NULL, twice, NULL);
  value++; // RACE! value
  pthread_join(t, NULL);
  printf("%d\n", value);
  return 0;
}
