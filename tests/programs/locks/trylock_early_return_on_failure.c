// A failed trylock, kept in a variable and tested with !=, returns before the access.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct { int won, seen; } score;

static void *attempt(void *arg) {
  int rc = pthread_mutex_trylock(&m);
  if (rc != 0) {
    puts("busy");
    return NULL;
  }
  score.won++;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, attempt, NULL);
  if (!pthread_mutex_trylock(&m)) {
    score.seen = score.won;
    pthread_mutex_unlock(&m);
  }
  pthread_join(t, NULL);
  printf("%d %d\n", score.won, score.seen);
  return 0;
}
