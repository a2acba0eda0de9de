// The second of two locks is taken if it is not the first one.
// TSAN: silent: threads may block each other
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t locks[8];
static long balances[8];

static void *work(void *arg) {
  for (int k = 0; k < 1000; k++) {
    const int from = rand() % 8, to = rand() % 8;
    pthread_mutex_lock(&locks[from]);
    if (from != to) pthread_mutex_lock(&locks[to]);
    balances[from] -= 5;
    balances[to] += 5;
    pthread_mutex_unlock(&locks[from]);
    if (from != to) pthread_mutex_unlock(&locks[to]);
  }
  return arg;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 8; i++) pthread_mutex_init(&locks[i], NULL);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
