// A table of lists, each with a lock of its own. Who counts takes the lock of the next list.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { kBuckets = 2 };
struct word { unsigned hash; int uses; struct word *next; };
struct bucket { pthread_mutex_t lock; int length; struct word *first; };
static struct bucket buckets[kBuckets];

static unsigned mixed(unsigned x) {
  x ^= x >> 13;
  x *= 0x5bd1e995u;
  return x ^ (x >> 15);
}

static void use(unsigned hash) {
  struct bucket *b = &buckets[hash % kBuckets];
  struct word *w;
  pthread_mutex_lock(&b->lock);
  for (w = b->first; w; w = w->next)
    if (w->hash == hash) break;
  if (!w) {
    w = malloc(sizeof *w);
    if (!w) abort();
    w->hash = hash;
    w->uses = 0;
    w->next = b->first;
    b->first = w;  // RACE! buckets[].first
    b->length++;
  }
  w->uses++;  // RACE! word.uses
  pthread_mutex_unlock(&b->lock);
}

static int uses_of(unsigned i) {
  int sum = 0;
  pthread_mutex_lock(&buckets[(i + 1) % kBuckets].lock);
  const struct word *w = buckets[i].first;  // RACE! buckets[].first
  for (; w; w = w->next) sum += w->uses;    // RACE! word.uses
  pthread_mutex_unlock(&buckets[(i + 1) % kBuckets].lock);
  return sum;
}

static void *reader(void *seed) {
  unsigned x = *(unsigned *)seed;
  for (int n = 0; n < 20; n++) {
    x = x * 1103515245u + 12345u;
    use(mixed(x));
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  unsigned seeds[2] = {1, 2};
  for (int i = 0; i < kBuckets; i++) pthread_mutex_init(&buckets[i].lock, NULL);
  pthread_create(&a, NULL, reader, &seeds[0]);
  pthread_create(&b, NULL, reader, &seeds[1]);
  for (unsigned i = 0; i < kBuckets; i++) printf("%d\n", uses_of(i));
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
