// The last one to give the object up does not learn what the others did with it.
// TODAY: unknown: reached depending on what another thread published
#include <pthread.h>
#include <stdlib.h>

struct object {
  int users;
  int data;
};

static void give_up(struct object *o) {
  if (__atomic_fetch_sub(&o->users, 1, __ATOMIC_RELAXED) == 1) {
    o->data = -1; // RACE! object.data
    free(o); // RACE! object.users
  }
}

static void *use(void *arg) {
  struct object *o = arg;
  const int seen = o->data; // RACE! object.data
  give_up(o);
  return (void *)(long)seen;
}

int main(void) {
  pthread_t a, b;
  struct object *o = malloc(sizeof *o);
  o->data = 5;
  o->users = 3;
  pthread_create(&a, NULL, use, o);
  pthread_create(&b, NULL, use, o);
  give_up(o);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
