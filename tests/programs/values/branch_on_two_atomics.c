// Each flag may have each value, but not both these values at once.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int first, second;
static int hits;

static void *setter(void *arg) {
  for (int i = 0; i < 100000; i++) {
    first = 1;
    second = 1;
  }
  return arg;
}

static void *checker(void *arg) {
  for (int i = 0; i < 100000; i++) {
    if (second == 1 && first == 0) hits++;
  }
  return arg;
}

static void *counter(void *arg) {
  for (int i = 0; i < 100000; i++) hits++;
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, setter, NULL);
  pthread_create(&b, NULL, checker, NULL);
  pthread_create(&c, NULL, counter, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}
