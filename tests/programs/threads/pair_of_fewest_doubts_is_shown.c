// VERDICT: unknown: how many turns there are is a floating-point number
// Of the pairs of one variable, the one is shown of which least is in doubt: not that of the two
// writes, of which one is made only once the other thread has said something.
// TSAN: silent: main may have looked long before
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int told, level;

static void *raise_it(void *arg) {
  pthread_mutex_lock(&lock);
  told = 1;
  pthread_mutex_unlock(&lock);
  if (strtod("1", NULL) > 0.5) level = 1;
  return arg;
}

static void *lower_it(void *arg) {
  pthread_mutex_lock(&lock);
  int is_told = told;
  pthread_mutex_unlock(&lock);
  if (is_told) level = 2;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, raise_it, NULL);
  pthread_create(&b, NULL, lower_it, NULL);
  int seen = strtod("1", NULL) > 0.5 ? level : 0; // RACE! level
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return seen > 2;
}
