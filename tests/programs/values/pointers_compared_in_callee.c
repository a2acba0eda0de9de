// The callee compares a pointer to memory just made with another one, which may lead there as well.
// TODAY: unknown: that they are equal is not certain
#include <pthread.h>
#include <stdlib.h>

struct node {
  int key;
};

static struct node *current;
static int found;

static int is_same(const struct node *x, const struct node *y) { return x == y; }

static void *look(void *arg) {
  (void)arg;
  found = 1; // RACE! found
  return NULL;
}

int main(int argc, char **argv) {
  (void)argv;
  double share = argc * 0.5;
  if (share > 100.0) return 1;
  struct node *made = malloc(sizeof *made), *other = malloc(sizeof *other);
  current = argc > 1 ? other : made;
  pthread_t t;
  pthread_create(&t, NULL, look, NULL);
  if (is_same(made, current)) found = 2; // RACE! found
  pthread_join(t, NULL);
  return found;
}
