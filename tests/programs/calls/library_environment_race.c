// TSAN: silent: it does not look into these functions of the library
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void *show(void *arg) {
  const char *home = getenv("HOME");  // RACE! environ
  puts(home != NULL ? home : "none");
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, show, NULL);
  setenv("HOME", "/", 1);
  pthread_join(t, NULL);
  return 0;
}
