// The address alone would do no harm, but main looks at the object there too.
#include <pthread.h>

struct shelf { int books[4]; struct shelf *below; };
static struct shelf shelf;

static void *put(void *arg) {
  struct shelf *s = arg;
  s->books[1] = 11; // RACE! shelf.books[]
  return NULL;
}

int main(void) {
  pthread_t t;
  struct shelf *s = &shelf;
  pthread_create(&t, NULL, put, s);
  int *first = s->books, *second = first + 1;
  int found = *second; // RACE! shelf.books[]
  pthread_join(t, NULL);
  return found > 11 || first[0];
}
