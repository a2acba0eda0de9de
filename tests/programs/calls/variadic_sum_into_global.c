// A variadic function adds its arguments to a global.
#include <pthread.h>
#include <stdarg.h>

static int sum;

static void add_all(int count, ...) {
  va_list numbers;
  va_start(numbers, count);
  while (count-- > 0) sum += va_arg(numbers, int); // RACE! sum
  va_end(numbers);
}

static void *work(void *arg) {
  add_all(2, 10, 20);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  add_all(3, 1, 2, 3);
  pthread_join(t, NULL);
  return sum == 0;
}
