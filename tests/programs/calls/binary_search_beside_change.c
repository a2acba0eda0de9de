// bsearch hands the elements of the table to a comparator while main changes a field that nobody compares.
#include <pthread.h>
#include <stdlib.h>

struct city { int code, people; };
static struct city cities[3] = {{10, 5}, {20, 6}, {30, 7}};

static int by_code(const void *key, const void *element) {
  const struct city *c = element;
  return *(const int *)key - c->code;
}

static void *look_up(void *arg) { return bsearch(arg, cities, 3, sizeof cities[0], by_code); }

int main(void) {
  pthread_t t;
  void *found;
  int wanted = 20;
  pthread_create(&t, NULL, look_up, &wanted);
  cities[1].people = 9;  // FALSE-ALARM cities[].people: values and paths are not told apart
  pthread_join(t, &found);
  return found != &cities[1];
}
