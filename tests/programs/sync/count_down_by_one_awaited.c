// Main waits until an atomic count, which both threads count down, is less than 2: one of them may
// still be at work.
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int pending = 2;
static int left, right;

static void *do_left(void *unused) {
  usleep(20000);
  left = 1;  // RACE! left
  atomic_fetch_sub(&pending, 1);
  return unused;
}

static void *do_right(void *unused) {
  right = 2;  // RACE! right
  atomic_fetch_sub(&pending, 1);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, do_left, NULL);
  pthread_create(&b, NULL, do_right, NULL);
  while (atomic_load(&pending) > 1) {
  }
  int sum = left;  // RACE! left
  sum += right;  // RACE! right
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return sum;
}
