// The two indices are variables, but nobody ever changes them.
#include <pthread.h>

static int cells[4];
static int mine = 1, yours = 2;

static void *left(void *arg) {
  cells[mine] = 1;
  return arg;
}

static void *right(void *arg) {
  cells[yours] = 1;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, left, NULL);
  pthread_create(&b, NULL, right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return cells[1] + cells[2];
}
