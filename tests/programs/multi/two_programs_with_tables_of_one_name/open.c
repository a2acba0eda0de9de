#include <pthread.h>
#include <stddef.h>

struct operations {
  void (*run)(void);
};

static int visitors;

static void count_visitor(void) {
  visitors++; // RACE! visitors
}

const struct operations operations = {count_visitor};

static void *enter(void *unused) {
  operations.run();
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, enter, NULL);
  pthread_create(&b, NULL, enter, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
