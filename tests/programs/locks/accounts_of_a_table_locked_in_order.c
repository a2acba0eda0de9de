// The lesser of two accounts is locked first, and the greater one if it is another.
#include <pthread.h>
#include <stdlib.h>

static __thread unsigned seed_ = 1;
#define drawn() ((int)(rand_r(&seed_) % 5))

typedef struct account {
  long funds;
  int frozen;
  pthread_mutex_t mtx;
} account;

#define ACCTS 5
static account* book[ACCTS];

static void pair_lock(int a, int b) {
  int lo = a < b ? a : b;
  int hi = a < b ? b : a;
  pthread_mutex_lock(&book[lo]->mtx);
  if (lo != hi) pthread_mutex_lock(&book[hi]->mtx);
}

static void pair_unlock(int a, int b) {
  pthread_mutex_unlock(&book[a]->mtx);
  if (a != b) pthread_mutex_unlock(&book[b]->mtx);
}

static int transfer(int a, int b, int amount) {
  int rc = -1;
  pair_lock(a, b);
  if (book[a]->frozen || book[b]->frozen) goto out;
  if (book[a]->funds < amount) goto out;
  book[a]->funds -= amount;
  book[b]->funds += amount;
  rc = 0;
out:
  pair_unlock(a, b);
  return rc;
}

static void* teller(void* arg) {
  int fails = 0;
  seed_ = (unsigned)(unsigned long)arg;
  for (int i = 0; i < 600; i++) {
    int a = drawn();
    int b = drawn();
    if (a < 0 || a >= ACCTS || b < 0 || b >= ACCTS) continue;
    if (transfer(a, b, 10) != 0) fails++;
  }
  return (void*)(long)fails;
}

static void* auditor(void* arg) {
  (void)arg;
  for (int i = 0; i < ACCTS; i++) {
    pthread_mutex_lock(&book[i]->mtx);
    if (book[i]->funds > 150) book[i]->frozen = 1;
    pthread_mutex_unlock(&book[i]->mtx);
  }
  return NULL;
}

int main(void) {
  pthread_t t[3], au;
  for (int i = 0; i < ACCTS; i++) {
    book[i] = malloc(sizeof(account));
    if (!book[i]) return 1;
    book[i]->funds = 100;
    book[i]->frozen = 0;
    pthread_mutex_init(&book[i]->mtx, NULL);
  }
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, teller, (void*)(long)i);
  pthread_create(&au, NULL, auditor, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  pthread_join(au, NULL);
  long sum = 0;
  for (int i = 0; i < ACCTS; i++) sum += book[i]->funds;
  return sum == 100 * ACCTS ? 0 : 1;
}
