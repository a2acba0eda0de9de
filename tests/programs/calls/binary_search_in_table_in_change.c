// bsearch hands the elements of the table to a comparator while main changes one of them.
#include <pthread.h>
#include <stdlib.h>

struct city { int code, people; };
static struct city cities[3] = {{10, 5}, {20, 6}, {30, 7}};

static int by_code(const void *key, const void *element) {
  const struct city *c = element;
  return *(const int *)key - c->code; // RACE! cities[].code
}

static void *look_up(void *arg) { return bsearch(arg, cities, 3, sizeof cities[0], by_code); }

int main(void) {
  pthread_t t;
  int wanted = 20;
  pthread_create(&t, NULL, look_up, &wanted);
  cities[1].code = 21; // RACE! cities[].code
  pthread_join(t, NULL);
  return 0;
}
