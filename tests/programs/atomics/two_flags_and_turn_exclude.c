// Peterson's algorithm: who wants in says so, lets the other go first, and waits.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2];
static atomic_int turn;
static int visits;

static void visit(int me) {
  atomic_store(&wants[me], 1);
  atomic_store(&turn, 1 - me);
  while (atomic_load(&wants[1 - me]) == 1 && atomic_load(&turn) == 1 - me) {
  }
  visits++;
  atomic_store(&wants[me], 0);
}

static void *left(void *unused) {
  visit(0);
  visit(0);
  return unused;
}

static void *right(void *unused) {
  visit(1);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, left, NULL);
  pthread_create(&b, NULL, right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return visits;
}
