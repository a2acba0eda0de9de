// A variadic function adds its arguments and returns the sum.
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

static int add_all(int count, ...) {
  int sum = 0;
  va_list numbers;
  va_start(numbers, count);
  while (count-- > 0) sum += va_arg(numbers, int);
  va_end(numbers);
  return sum;
}

static void *work(void *arg) {
  printf("%d\n", add_all(2, 10, 20));
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  printf("%d\n", add_all(3, 1, 2, 3));
  pthread_join(t, NULL);
  return 0;
}
