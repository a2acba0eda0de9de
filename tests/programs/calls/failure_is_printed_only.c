// When the lock cannot be had, a function prints that and returns, and the program goes on.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int deposits;

static void complain(const char *why) { fprintf(stderr, "%s\n", why); }

static void *deposit(void *arg) {
  int rc = pthread_mutex_trylock(&m);
  if (rc != 0) complain("busy");
  deposits++; // RACE! deposits
  if (rc == 0) pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_mutex_lock(&m);
  pthread_create(&a, NULL, deposit, NULL);
  deposits++; // RACE! deposits
  pthread_join(a, NULL);
  pthread_mutex_unlock(&m);
  return deposits == 0;
}
