// The lock is taken only if a number other than zero is read from the input.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int careful, amount;

static void *pay(void *arg) {
  if (careful) pthread_mutex_lock(&m);
  amount += 5; // RACE! amount
  if (careful) pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t a, b;
  if (scanf("%d", &careful) != 1) careful = 0;
  pthread_create(&a, NULL, pay, NULL);
  pthread_create(&b, NULL, pay, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  printf("%d\n", amount);
  return 0;
}
