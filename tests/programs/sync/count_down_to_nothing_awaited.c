// Main waits until an atomic count, which both threads count down, is 0.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int pending = 2;
static int left, right;

static void *do_left(void *unused) {
  left = 1;
  atomic_fetch_sub(&pending, 1);
  return unused;
}

static void *do_right(void *unused) {
  right = 2;
  atomic_fetch_sub(&pending, 1);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, do_left, NULL);
  pthread_create(&b, NULL, do_right, NULL);
  while (atomic_load(&pending) != 0) {
  }
  int sum = left;
  sum += right;
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return sum;
}
