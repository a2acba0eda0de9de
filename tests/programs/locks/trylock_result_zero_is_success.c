// Access only where pthread_mutex_trylock returned 0.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void *attempt(void *arg) {
  if (pthread_mutex_trylock(&m) == 0) {
    done++;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, attempt, NULL);
  pthread_create(&b, NULL, attempt, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return done == 0;
}
