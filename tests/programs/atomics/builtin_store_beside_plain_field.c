// One field is stored with atomic builtins by both; the plain field beside it belongs to the thread.
#include <pthread.h>

struct valve { int open; int pressure; };
static struct valve valve;

static void *control(void *arg) {
  struct valve *v = arg;
  __atomic_store_n(&v->open, 0, __ATOMIC_SEQ_CST);
  v->pressure = 3;
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, control, &valve);
  __atomic_store_n(&valve.open, 1, __ATOMIC_SEQ_CST);
  pthread_join(t, NULL);
  return valve.pressure != 3;
}
