// Who has the word hands it on by putting another number there, and works on: it is not alone.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int state;
static int value;

static int move(int from, int to) {
  int moved = 0;
  pthread_mutex_lock(&lock);
  if (state == from) {
    state = to;
    moved = 1;
  }
  pthread_mutex_unlock(&lock);
  return moved;
}

static void *first(void *unused) {
  if (move(0, 1)) {
    if (move(1, 2)) value++;  // RACE! value
  }
  return unused;
}

static void *second(void *unused) {
  while (!move(2, 3)) {
  }
  value += 2;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return value;
}
