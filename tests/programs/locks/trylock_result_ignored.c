// The result of trylock decides about the unlock but not about the access.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void *attempt(void *arg) {
  int rc = pthread_mutex_trylock(&m);
  done++; // RACE! done
  if (rc == 0) pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_mutex_lock(&m);
  pthread_create(&t, NULL, attempt, NULL);
  done += 2; // RACE! done
  pthread_join(t, NULL);
  pthread_mutex_unlock(&m);
  printf("%d\n", done);
  return 0;
}
