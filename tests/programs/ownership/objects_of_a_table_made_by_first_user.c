// Who is first to look up an object makes it, under a lock; all use it without.
#include <pthread.h>
#include <stdlib.h>

struct bucket {
  int tokens;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct bucket **table;

static struct bucket *find(unsigned number) {
  pthread_mutex_lock(&lock);
  struct bucket **place = &table[number];
  if (*place == NULL) {
    *place = malloc(sizeof **place);
    (*place)->tokens = 3;
  }
  struct bucket *found = *place;
  pthread_mutex_unlock(&lock);
  return found;
}

static void *run(void *arg) {
  (void)arg;
  for (int i = 0; i < 600; i++) {
    struct bucket *b = find(rand() % 6);
    if (b->tokens > 0) b->tokens--;  // RACE! bucket.tokens
  }
  return NULL;
}

int main(int argc, char **argv) {
  int count = argc > 1 ? atoi(argv[1]) : 3;
  table = calloc(6, sizeof *table);
  pthread_t threads[100];
  for (int i = 0; i < count; i++) pthread_create(&threads[i], NULL, run, NULL);
  for (int i = 0; i < count; i++) pthread_join(threads[i], NULL);
  return 0;
}
