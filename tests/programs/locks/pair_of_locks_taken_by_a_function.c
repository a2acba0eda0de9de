// Two locks by their numbers, taken and given back by functions of the program, the second if it is
// not the first.
#include <pthread.h>
#include <stdlib.h>

#define NA 8
static struct {
  int balance;
  int moves;
} acct[NA];
static pthread_mutex_t lk[NA];
static void lock_pair(int i, int j) {
  if (i < j) {
    pthread_mutex_lock(&lk[i]);
    pthread_mutex_lock(&lk[j]);
  } else {
    pthread_mutex_lock(&lk[j]);
    if (i != j) pthread_mutex_lock(&lk[i]);
  }
}
static void unlock_pair(int i, int j) {
  pthread_mutex_unlock(&lk[i]);
  if (i != j) pthread_mutex_unlock(&lk[j]);
}
static void* teller(void* arg) {
  for (int k = 0; k < 1000; k++) {
    int i = rand() % NA;
    int j = rand() % NA;
    lock_pair(i, j);
    if (acct[i].balance > 0) {
      acct[i].balance--;
      acct[j].balance++;
      acct[i].moves ^= 1;
    }
    unlock_pair(i, j);
  }
  return arg;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 8; i++) {
    pthread_mutex_init(&lk[i], NULL);
    acct[i].balance = 100;
  }
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, teller, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return 0;
}
