// The body of the do loop takes the lock at its end, so the first round runs without it.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int rounds_done;

static void *work(void *arg) {
  int i = 0;
  do {
    rounds_done++; // RACE! rounds_done
    if (i == 0) pthread_mutex_lock(&m);
  } while (++i < 3);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return rounds_done == 0;
}
