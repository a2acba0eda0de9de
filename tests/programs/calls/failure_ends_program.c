// When the lock cannot be had, a function that never returns ends the program.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int deposits;

static _Noreturn void die(const char *why) {
  fprintf(stderr, "%s\n", why);
  exit(0);
}

static void *deposit(void *arg) {
  if (pthread_mutex_trylock(&m) != 0) die("busy");
  deposits++;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, deposit, NULL);
  pthread_create(&b, NULL, deposit, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return deposits != 2;
}
