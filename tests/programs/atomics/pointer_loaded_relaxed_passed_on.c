// Who loads the pointer relaxed passes it on to a function, which need not find what was written before.
// TODAY: unknown: what lies behind a pointer that is loaded relaxed is not followed
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct message {
  int length;
  struct message *next;
};

static struct message *_Atomic box;

static void *send(void *arg) {
  struct message *m = malloc(sizeof *m);
  m->length = 3; // MISSED made->length: as above
  atomic_store(&box, m);
  return arg;
}

static int length_of(const struct message *m) {
  return m->length; // MISSED made->length: as above
}

static void *receive(void *arg) {
  struct message *m = atomic_load_explicit(&box, memory_order_relaxed);
  return m != NULL && length_of(m) > 5 ? arg : NULL;
}

int main(int argc, char **argv) {
  (void)argv;
  double share = argc * 0.5;
  if (share > 100.0) return 1;
  pthread_t a, b;
  pthread_create(&a, NULL, send, NULL);
  pthread_create(&b, NULL, receive, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
