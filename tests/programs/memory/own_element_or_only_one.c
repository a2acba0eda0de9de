// VERDICT: unknown: which element of the pool it is is not told
// Each thread has its own record: an element of the pool, or the only one. A wrapper starts it in
// one of two ways.
#include <pthread.h>
#include <stdlib.h>

extern void read_options(long *count);  // TSAN: silent: the library does not exist

struct daemon {
  pthread_t handle;
  unsigned long id, size;
};

static void *poll_all(void *arg) {
  struct daemon *own = arg;
  own->id = pthread_self();
  return NULL;
}

static int start(struct daemon *d, size_t stack) {
  pthread_attr_t attributes;
  if (stack == 0) return pthread_create(&d->handle, NULL, poll_all, d);
  if (pthread_attr_init(&attributes) != 0) return 1;
  return pthread_create(&d->handle, &attributes, poll_all, d);
}

int main(void) {
  long count[2] = {0, 0};
  read_options(count);
  struct daemon *only = calloc(1, sizeof *only);
  if (count[0] == 0) {
    start(only, count[1]);
  } else {
    struct daemon *pool = malloc(sizeof *pool * count[0]);
    for (long i = 0; i < count[0]; i++) {
      pool[i] = *only;
      start(&pool[i], count[1]);
    }
  }
  pthread_exit(NULL);
}
