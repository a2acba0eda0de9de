// Who puts a block into the sorted list of free ones counts it once more behind the lock.
#include <pthread.h>
#include <stdlib.h>

struct block {
  struct block *next;
  int used;
};
static struct block *first_free;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct block *take(void) {
  pthread_mutex_lock(&lock);
  struct block *b = first_free;
  if (b != NULL) first_free = b->next;
  pthread_mutex_unlock(&lock);
  return b;
}

static void give(struct block *b) {
  pthread_mutex_lock(&lock);
  struct block **at = &first_free;
  while (*at != NULL && *at < b) at = &(*at)->next;
  b->next = *at;
  *at = b;
  pthread_mutex_unlock(&lock);
}

static void *work(void *u) {
  for (int i = 0; i < 10; i++) {
    struct block *b = take();
    if (b == NULL) continue;
    give(b);
    b->used++;  // RACE! block.used
  }
  return u;
}

int main(void) {
  pthread_t a, b;
  for (int i = 0; i < 3; i++) give(calloc(1, sizeof(struct block)));
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
