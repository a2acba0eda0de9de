// Two mutexes from pthread_mutex_init; deposit and withdrawal take one each.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t in_lock, out_lock;
static double balance = 100.0;

static void *withdraw(void *arg) {
  pthread_mutex_lock(&out_lock);
  balance -= 20.0; // RACE! balance
  pthread_mutex_unlock(&out_lock);
  return arg;
}

static void deposit(double amount) {
  pthread_mutex_lock(&in_lock);
  balance += amount; // RACE! balance
  pthread_mutex_unlock(&in_lock);
}

int main(void) {
  pthread_t t;
  pthread_mutex_init(&in_lock, NULL);
  pthread_mutex_init(&out_lock, NULL);
  pthread_create(&t, NULL, withdraw, NULL);
  deposit(5.0);
  pthread_join(t, NULL);
  pthread_mutex_destroy(&out_lock);
  pthread_mutex_destroy(&in_lock);
  printf("%.2f\n", balance);
  return 0;
}
