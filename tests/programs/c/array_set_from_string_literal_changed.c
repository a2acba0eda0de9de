// A global array only starts with the string literal; the thread changes it while main reads it.
#include <pthread.h>
#include <stdio.h>

static char greeting[] = "good morning";

static void *greet(void *arg) {
  greeting[5] = 'M'; // RACE! greeting[]
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, greet, NULL);
  char sixth = greeting[5]; // RACE! greeting[]
  pthread_join(t, NULL);
  printf("%c\n", sixth);
  return 0;
}
