// Two locks are taken in order of their addresses, so that threads cannot block each other.
#include <pthread.h>
#include <stdlib.h>

struct account {
  pthread_mutex_t lock;
  long balance;
};
static struct account accounts[8];

static void transfer(struct account *from, struct account *to, long sum) {
  struct account *first = from, *second = to;
  if (from == to) return;
  if (to < from) {
    first = to;
    second = from;
  }
  pthread_mutex_lock(&first->lock);
  pthread_mutex_lock(&second->lock);
  from->balance -= sum;
  to->balance += sum;
  pthread_mutex_unlock(&second->lock);
  pthread_mutex_unlock(&first->lock);
}

static void *work(void *arg) {
  transfer(&accounts[rand() & 7], &accounts[rand() & 7], 5);
  return arg;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 8; i++) pthread_mutex_init(&accounts[i].lock, NULL);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
