// A mutex set up with pthread_mutex_init before the threads start guards the balance.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m;
static double balance = 100.0;

static void *withdraw(void *arg) {
  double *amount = arg;
  pthread_mutex_lock(&m);
  if (balance >= *amount) balance -= *amount;
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  double small = 30.0, large = 80.0;
  pthread_mutex_init(&m, NULL);
  pthread_create(&a, NULL, withdraw, &small);
  pthread_create(&b, NULL, withdraw, &large);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_mutex_destroy(&m);
  printf("%.2f\n", balance);
  return 0;
}
