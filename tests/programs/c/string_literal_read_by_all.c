// The string literal is read by both threads, and each has its own array copied from it.
#include <pthread.h>
#include <stdio.h>

static const char *greeting = "good morning";

static void *greet(void *arg) {
  char text[] = "good morning";
  text[5] = 'M';
  printf("%s, %s\n", greeting, text);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, greet, NULL);
  greet(NULL);
  pthread_join(t, NULL);
  return greeting[0] != 'g';
}
