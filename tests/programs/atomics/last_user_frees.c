// Whoever is the last to give the object up frees it.
#include <pthread.h>
#include <stdlib.h>

struct object {
  int users;
  int data;
};

static void give_up(struct object *o) {
  if (__atomic_fetch_sub(&o->users, 1, __ATOMIC_ACQ_REL) == 1) {
    o->data = -1;
    free(o);
  }
}

static void *use(void *arg) {
  struct object *o = arg;
  const int seen = o->data;
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
