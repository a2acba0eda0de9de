// The environment is set before there are threads, which only read it.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void *show(void *arg) {
  const char *home = getenv("HOME");
  puts(home != NULL ? home : "none");
  return arg;
}

int main(void) {
  pthread_t t;
  setenv("HOME", "/", 1);
  pthread_create(&t, NULL, show, NULL);
  if (getenv("PATH") != NULL) puts("path");
  pthread_join(t, NULL);
  unsetenv("HOME");
  return 0;
}
