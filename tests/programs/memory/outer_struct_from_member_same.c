// The thread gets a member and steps back to the struct around it, which main uses too.
#include <pthread.h>
#include <stddef.h>

#define OUTER(pointer, type, member) ((type *)(void *)((char *)(pointer) - offsetof(type, member)))
struct link { struct link *next; };
struct sensor {
  int id;
  struct link link;
  int reading;
};
static struct sensor inside = {1, {NULL}, 20};

static void *sample(void *arg) {
  struct sensor *s = OUTER(arg, struct sensor, link);
  s->reading++; // RACE! inside.reading
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, sample, &inside.link);
  int now = inside.reading; // RACE! inside.reading
  pthread_join(t, NULL);
  return now < 20;
}
