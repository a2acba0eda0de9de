// The thread changes the first member through a cast, and main the rest of the object.
#include <pthread.h>

struct shape { int kind; };
struct circle { struct shape base; int radius; };
static struct circle disc = {{1}, 4};

static void set_kind(struct shape *s, int kind) { s->kind = kind; }

static void *flatten(void *arg) {
  set_kind((struct shape *)arg, 2);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, flatten, &disc);
  disc.radius *= 2;
  pthread_join(t, NULL);
  return disc.radius != 8;
}
