// The barrier is for main and one worker; the other worker takes no part in it.
#include <pthread.h>

static pthread_barrier_t gate;
static int value;

static void *arrive(void *arg) {
  pthread_barrier_wait(&gate);
  return arg;
}

static void *write_value(void *arg) {
  value++; // RACE! value
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_barrier_init(&gate, NULL, 2);
  pthread_create(&a, NULL, arrive, NULL);
  pthread_create(&b, NULL, write_value, NULL);
  pthread_barrier_wait(&gate);
  int seen = value; // RACE! value
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return seen;
}
