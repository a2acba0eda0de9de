// Accounts on the heap, each with its lock and the last sums that went in.
#include <pthread.h>
#include <stdlib.h>

#define LAST 8

struct account {
  pthread_mutex_t lock;
  long sum;
  int count;
  long last[LAST];
};

static struct account *accounts;
static int size;

static void pay_in(int number, long sum) {
  pthread_mutex_lock(&accounts[number].lock);
  accounts[number].sum += sum;
  accounts[number].last[accounts[number].count++ % LAST] = sum;
  pthread_mutex_unlock(&accounts[number].lock);
}

static long total(int number) {
  long sum = 0;
  pthread_mutex_lock(&accounts[number].lock);
  for (int i = 0; i < LAST; i++) sum += accounts[number].last[i];
  pthread_mutex_unlock(&accounts[number].lock);
  return sum;
}

static void *work(void *unused) {
  unsigned seed = 3;
  for (int i = 0; i < 1000; i++) {
    pay_in(rand_r(&seed) % size, i);
    if (total(rand_r(&seed) % size) < 0) abort();
  }
  return unused;
}

int main(int argc, char **argv) {
  (void)argv;
  pthread_t threads[4];
  size = argc + 3;
  accounts = calloc(size, sizeof *accounts);
  if (!accounts) return 1;
  for (int i = 0; i < size; i++) pthread_mutex_init(&accounts[i].lock, NULL);
  for (int i = 0; i < 4; i++) {
    if (pthread_create(&threads[i], NULL, work, NULL)) exit(1);
  }
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  return 0;
}
