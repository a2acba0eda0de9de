// A message is announced before all of it is there: the text is copied behind the store.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>

struct message {
  int id;
  char text[32];
};
static struct message slot;
static atomic_int is_there;

static void *send(void *arg) {
  slot.id = 7;
  atomic_store_explicit(&is_there, 1, memory_order_release);
  strncpy(slot.text, "hello", sizeof slot.text - 1); // RACE! slot.text[]
  return arg;
}

static void *receive(void *arg) {
  struct message got;
  while (!atomic_load_explicit(&is_there, memory_order_acquire)) sched_yield();
  got = slot; // RACE! slot.text[]
  return got.id == 7 && strcmp(got.text, "hello") == 0 ? arg : NULL;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, receive, NULL);
  pthread_create(&u, NULL, send, NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return 0;
}
