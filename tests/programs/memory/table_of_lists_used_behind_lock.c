// Words in a table of lists, each under its lock, but counted once more behind it.
#include <pthread.h>
#include <stdlib.h>

enum { kBuckets = 8, kTurns = 10 };
struct word {
  unsigned hash;
  int uses;
  struct word *next;
};
struct bucket {
  pthread_mutex_t lock;
  struct word *first;
};
static struct bucket buckets[kBuckets];

static struct word *find(struct bucket *b, unsigned hash) {
  struct word *w;
  for (w = b->first; w; w = w->next)
    if (w->hash == hash) break;
  return w;
}

static void use(unsigned hash, int times) {
  struct bucket *b = &buckets[hash % kBuckets];
  pthread_mutex_lock(&b->lock);
  struct word *w = find(b, hash);
  if (!w) {
    w = malloc(sizeof *w);
    if (!w) abort();
    w->hash = hash;
    w->uses = 0;
    w->next = b->first;
    b->first = w;
  }
  pthread_mutex_unlock(&b->lock);
  w->uses += times;  // RACE! word.uses
}

static int uses_of(unsigned hash) {
  struct bucket *b = &buckets[hash % kBuckets];
  int uses = 0;
  pthread_mutex_lock(&b->lock);
  for (struct word *w = b->first; w; w = w->next)
    if (w->hash == hash) uses = w->uses;
  pthread_mutex_unlock(&b->lock);
  return uses;
}

static void *reader(void *text) {
  int seen = 0;
  for (int turn = 0; turn < kTurns; turn++) {
    unsigned hash = (unsigned)strtoul(text, (char **)&text, 10);
    use(hash, turn);
    seen += uses_of(hash / 3);
  }
  return seen ? text : NULL;
}

int main(int argc, char **argv) {
  pthread_t a, b;
  for (int i = 0; i < kBuckets; i++) pthread_mutex_init(&buckets[i].lock, NULL);
  pthread_create(&a, NULL, reader, (void *)"17 25 33 17 25 33 17 25 33 17");
  pthread_create(&b, NULL, reader, (void *)"17 25 33 17 25 33 17 25 33 17");
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
