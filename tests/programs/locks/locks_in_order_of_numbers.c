// Two locks are taken in order of their numbers, by a function of the program.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t locks[8];
static long balances[8];

static void take(int i) { pthread_mutex_lock(&locks[i]); }

static void transfer(int from, int to) {
  if (from == to || from < 0 || from > 7 || to < 0 || to > 7) return;
  const int low = from < to ? from : to;
  const int high = from < to ? to : from;
  take(low);
  take(high);
  balances[from] -= 5;
  balances[to] += 5;
  pthread_mutex_unlock(&locks[high]);
  pthread_mutex_unlock(&locks[low]);
}

static void *work(void *arg) {
  transfer(rand() % 8, rand() % 8);
  return arg;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 8; i++) pthread_mutex_init(&locks[i], NULL);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
