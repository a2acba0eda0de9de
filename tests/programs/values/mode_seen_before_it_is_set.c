// Main finds the mode unset, sets it and starts the workers: that they run with it unset is not what
// main has seen.
// TODAY: unknown: too little is known of the branch, and no execution goes that way
#include <pthread.h>
#include <time.h>

static int mode;
static int total;

static void *work(void *arg) {
  total++; // RACE! total
  return arg;
}

int main(void) {
  pthread_t a, b;
  if (mode == 0) {
    mode = 1;
    if (difftime(time(NULL), 0) < 0.5) return 1;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
  }
  return mode + total > 5;
}
