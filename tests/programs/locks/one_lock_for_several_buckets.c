// Each of a few locks guards the buckets whose numbers leave the same remainder.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { kBuckets = 64, kLocks = 8 };
static pthread_mutex_t locks[kLocks];
static int sizes[kBuckets];

static void add(unsigned key) {
  unsigned bucket = key % kBuckets;
  pthread_mutex_lock(&locks[bucket % kLocks]);
  sizes[bucket]++;
  pthread_mutex_unlock(&locks[bucket % kLocks]);
}

static void *work(void *unused) {
  for (int i = 0; i < 100; i++) add((unsigned)rand());
  return unused;
}

int main(void) {
  pthread_t a, b;
  for (int i = 0; i < kLocks; i++) pthread_mutex_init(&locks[i], NULL);
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  printf("%d\n", sizes[3]);
  return 0;
}
