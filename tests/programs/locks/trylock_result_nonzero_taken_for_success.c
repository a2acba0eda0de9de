// Access where pthread_mutex_trylock returned something other than 0.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void *attempt(void *arg) {
  if (pthread_mutex_trylock(&m) != 0) {
    done++; // RACE! done
    return NULL;
  }
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_mutex_lock(&m);
  pthread_create(&t, NULL, attempt, NULL);
  done = 5; // RACE! done
  pthread_join(t, NULL);
  pthread_mutex_unlock(&m);
  return done == 0;
}
