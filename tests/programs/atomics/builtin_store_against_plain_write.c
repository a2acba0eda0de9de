// Main stores with an atomic builtin what the thread writes plainly.
#include <pthread.h>

struct valve { int open; int pressure; };
static struct valve valve;

static void *control(void *arg) {
  struct valve *v = arg;
  v->open = 0; // RACE! valve.open
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, control, &valve);
  __atomic_store_n(&valve.open, 1, __ATOMIC_SEQ_CST); // RACE! valve.open
  pthread_join(t, NULL);
  return valve.pressure;
}
