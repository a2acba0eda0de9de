// Each thread sieves its own piece: too many accesses to be kept one by one.
#include <pthread.h>
#include <string.h>
#define EACH 1500
static unsigned char flags[3 * EACH];
static int base[40], bases;
static int counts[3];
static void find_bases(void) {
  for (int n = 2; n * n < 3 * EACH; n++) {
    int is_prime = 1;
    for (int k = 0; k < bases && base[k] * base[k] <= n; k++) is_prime &= n % base[k] != 0;
    if (is_prime && bases < 40) base[bases++] = n;
  }
}
static int sieve(unsigned char *piece, int from) {
  int found = 0;
  memset(piece, 1, EACH);
  for (int k = 0; k < bases; k++) {
    int p = base[k];
    int n = (from + p - 1) / p * p;
    if (n < p * p) n = p * p;
    for (; n < from + EACH; n += p) piece[n - from] = 0;
  }
  for (int i = 0; i < EACH; i++) found += piece[i];
  return found;
}
static void *work(void *arg) {
  int id = (int)(long)arg;
  counts[id] = sieve(flags + id * EACH, id * EACH);
  return NULL;
}
int main(void) {
  pthread_t t[3];
  find_bases();
  for (long i = 0; i < 3; i++) pthread_create(&t[i], NULL, work, (void *)i);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return counts[0] + counts[1] + counts[2] == 0;
}
