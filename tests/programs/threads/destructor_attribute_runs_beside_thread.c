// What has the attribute runs as main ends, whether or not threads do.
#include <pthread.h>

static int left;
static int counted;

__attribute__((destructor)) static void report(void) {
  left++;  // RACE! left
  counted++;
}

static void *first(void *arg) {
  counted++;
  return arg;
}

static void *second(void *arg) {
  left++;
  return arg;
}

int main(void) {
  pthread_t joined, running;
  pthread_create(&joined, NULL, first, NULL);
  pthread_join(joined, NULL);
  pthread_create(&running, NULL, second, NULL);
  return 0;
}
