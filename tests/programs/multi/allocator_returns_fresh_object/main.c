// Every thread works on the object that an allocator in another file made for it.
#include <pthread.h>
#include <stdlib.h>

void *new_object(size_t size);

struct egg { int minutes; };

static void *cook(void *arg) {
  struct egg *egg = new_object(sizeof *egg);
  egg->minutes += 4;
  free(egg);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, cook, NULL);
  cook(NULL);
  pthread_join(t, NULL);
  return 0;
}
