// A pointer to the derived struct is used as a pointer to its first member.
#include <pthread.h>

struct shape { int kind; };
struct circle { struct shape base; int radius; };
static struct circle disc = {{1}, 4};

static void set_kind(struct shape *s, int kind) {
  s->kind = kind; // RACE! disc.base.kind
}

static void *flatten(void *arg) {
  set_kind((struct shape *)arg, 2);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, flatten, &disc);
  int kind = disc.base.kind; // RACE! disc.base.kind
  pthread_join(t, NULL);
  return kind > 2;
}
