// The thread that a callee started and joined leaves the number alone that main goes on with.
#include <pthread.h>

static int chosen, votes[2], asked;

static void *ask(void *arg) {
  asked = 1;
  return arg;
}

static void elect(void) {
  pthread_t t;
  pthread_create(&t, NULL, ask, NULL);
  pthread_join(t, NULL);
}

static void *count(void *arg) {
  votes[1]++;
  return arg;
}

int main(void) {
  pthread_t t;
  chosen = 0;
  elect();
  int element = chosen;
  pthread_create(&t, NULL, count, NULL);
  votes[element]++;
  pthread_join(t, NULL);
  return asked;
}
