// Which lock it is depends on more of the key than which bucket it is: two locks guard one bucket.
#include <pthread.h>
#include <stdio.h>

enum { kBuckets = 8, kLocks = 4 };
static pthread_mutex_t locks[kLocks];
static int sizes[kBuckets];

static void add(unsigned key) {
  pthread_mutex_lock(&locks[key / kBuckets % kLocks]);
  sizes[key % kBuckets]++;  // RACE! sizes[]
  pthread_mutex_unlock(&locks[key / kBuckets % kLocks]);
}

static void *work(void *key) {
  add(*(unsigned *)key);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  unsigned x = 3, y = 11;
  for (int i = 0; i < kLocks; i++) pthread_mutex_init(&locks[i], NULL);
  pthread_create(&a, NULL, work, &x);
  pthread_create(&b, NULL, work, &y);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  printf("%d\n", sizes[3]);
  return 0;
}
