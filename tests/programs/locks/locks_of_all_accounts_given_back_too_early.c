// All accounts are locked and unlocked, and then added up.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#define N 20
struct account {
  pthread_mutex_t lock;
  long balance;
};
static struct account acc[N];
static void transfer(int f, int t, long x) {
  if (f == t) return;
  int a = f < t ? f : t, b = f < t ? t : f;
  pthread_mutex_lock(&acc[a].lock);
  pthread_mutex_lock(&acc[b].lock);
  if (acc[f].balance >= x) {
    acc[f].balance -= x;
    acc[t].balance += x;
  }
  pthread_mutex_unlock(&acc[b].lock);
  pthread_mutex_unlock(&acc[a].lock);
}
static long audit(void) {
  long s = 0;
  for (int i = 0; i < N; i++) pthread_mutex_lock(&acc[i].lock);
  for (int i = N - 1; i >= 0; i--) pthread_mutex_unlock(&acc[i].lock);
  for (int i = 0; i < N; i++) s += acc[i].balance;  // RACE! acc[].balance

  return s;
}
static void* work(void* a) {
  unsigned s = *(unsigned*)a;
  for (int i = 0; i < 100; i++) transfer(rand_r(&s) % N, rand_r(&s) % N, rand_r(&s) % 10);
  return 0;
}
static void* auditor(void* a) {
  for (int i = 0; i < 10; i++)
    if (audit() != N * 100) puts("bad");
  return a;
}
int main(void) {
  pthread_t t[4], au;
  unsigned s[4];
  for (int i = 0; i < N; i++) {
    pthread_mutex_init(&acc[i].lock, 0);
    acc[i].balance = 100;
  }
  for (int i = 0; i < 4; i++) {
    s[i] = i;
    pthread_create(&t[i], 0, work, &s[i]);
  }
  pthread_create(&au, 0, auditor, 0);
  for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
  pthread_join(au, 0);
  printf("%ld\n", audit());
  return 0;
}
