// Others may know the message already, but who finds it where it is put by a relaxed exchange need
// not have seen it made.
// TSAN: silent: nobody waits for the message, which is there for a moment before the threads end
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct message {
  int length;
};

static struct message *_Atomic first, *_Atomic last;

static void *send(void *arg) {
  struct message *m = malloc(sizeof *m);
  if (m == NULL) abort();
  m->length = 3; // RACE! message.length
  atomic_store_explicit(&first, m, memory_order_release);
  (void)atomic_exchange_explicit(&last, m, memory_order_relaxed);
  return arg;
}

static void *receive(void *arg) {
  struct message *m = atomic_load_explicit(&last, memory_order_acquire);
  return m != NULL && m->length > 5 ? arg : NULL; // RACE! message.length
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, receive, NULL);
  pthread_create(&b, NULL, send, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
