// A bank with a lock that one of two threads forgets.
//
//   tools/run scan examples/bank.c               finds the race on savings.balance
//   tools/run scan examples/bank.c -- -DFIXED    finds nothing
#include <pthread.h>
#include <stdio.h>

struct account {
  pthread_mutex_t lock;
  long balance;  // guarded by lock
};

static struct account savings = {PTHREAD_MUTEX_INITIALIZER, 1000};

static void deposit(struct account *account, long amount) {
  pthread_mutex_lock(&account->lock);
  account->balance += amount;
  pthread_mutex_unlock(&account->lock);
}

static void charge_fee(struct account *account, long fee) {
#ifdef FIXED
  pthread_mutex_lock(&account->lock);
#endif
  account->balance -= fee;  // a deposit made between this read and this write is lost
#ifdef FIXED
  pthread_mutex_unlock(&account->lock);
#endif
}

static void *pay_salaries(void *account) {
  for (int month = 0; month < 12; month++) deposit(account, 300);
  return NULL;
}

static void *close_months(void *account) {
  for (int month = 0; month < 12; month++) charge_fee(account, 2);
  return NULL;
}

int main(void) {
  pthread_t salaries, fees;
  if (pthread_create(&salaries, NULL, pay_salaries, &savings) != 0) return 1;
  if (pthread_create(&fees, NULL, close_months, &savings) != 0) return 1;
  pthread_join(salaries, NULL);
  pthread_join(fees, NULL);
  printf("%ld\n", savings.balance);  // both threads have ended: no lock needed
  return 0;
}
