// Main is no party to the barrier; it joins the two threads that are.
#include <pthread.h>

static pthread_barrier_t gate;
static int halves[2];

static void *left(void *arg) {
  halves[0] = 1;
  pthread_barrier_wait(&gate);
  return halves[1] ? arg : NULL;
}

static void *right(void *arg) {
  halves[1] = 1;
  pthread_barrier_wait(&gate);
  return halves[0] ? arg : NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_barrier_init(&gate, NULL, 2);
  pthread_create(&a, NULL, left, NULL);
  pthread_create(&b, NULL, right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return halves[0];
}
