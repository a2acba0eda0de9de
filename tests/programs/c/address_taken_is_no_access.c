// Taking and comparing addresses, also of elements and through a pointer, does not access the objects.
#include <pthread.h>

struct shelf { int books[4]; struct shelf *below; };
static struct shelf shelf;

static void *put(void *arg) {
  struct shelf *s = arg;
  s->books[1] = 11;
  return NULL;
}

int main(void) {
  pthread_t t;
  struct shelf *s = &shelf;
  pthread_create(&t, NULL, put, s);
  int *first = s->books, *last = &s->books[3], *same = &*first;
  int distance = (int)(last - first) + (same == &shelf.books[1]);
  (void)&shelf.books[1];
  pthread_join(t, NULL);
  return distance != 3;
}
