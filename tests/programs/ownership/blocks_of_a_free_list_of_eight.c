// Blocks of a free list, or new ones, are used by eight threads without the lock, and counted by
// main once all were joined.
#include <pthread.h>
#include <stdlib.h>

struct block {
  char text[32];
  int used;
  struct block *next;
};

static struct block *free_blocks;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static struct block *get(void) {
  pthread_mutex_lock(&m);
  struct block *b = free_blocks;
  if (b != NULL) free_blocks = b->next;
  pthread_mutex_unlock(&m);
  return b != NULL ? b : calloc(1, sizeof *b);
}

static void put(struct block *b) {
  pthread_mutex_lock(&m);
  b->next = free_blocks;
  free_blocks = b;
  pthread_mutex_unlock(&m);
}

static void *work(void *arg) {
  for (int i = 0; i < 40; i++) {
    struct block *b = get();
    b->text[i % 32] = 'x';
    b->used++;
    put(b);
  }
  return arg;
}

int main(void) {
  pthread_t t[8];
  for (int i = 0; i < 8; i++) pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < 8; i++) pthread_join(t[i], NULL);
  int used = 0;
  while (free_blocks != NULL) {
    struct block *b = free_blocks;
    free_blocks = b->next;
    used += b->used;
    free(b);
  }
  return used == 0;
}
