// A list is taken by an exchange that does not acquire.
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

static void *receive(void *arg) {
  struct message *m = atomic_exchange_explicit(&box, NULL, memory_order_relaxed);
  int sum = 0;
  for (; m != NULL; m = m->next) sum += m->length; // MISSED made->length: as above
  return sum > 5 ? arg : NULL;
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
