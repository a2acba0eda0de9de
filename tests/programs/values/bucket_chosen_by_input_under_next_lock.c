// Each list has a lock of its own, but the lock of the next one is taken.
#include <pthread.h>
#include <stdlib.h>

struct entry {
  int hits;
  struct entry *next;
};

static struct entry *lists[3];
static pthread_mutex_t locks[3];

static void *add(void *arg) {
  int i = rand() % 3;
  struct entry *entry = calloc(1, sizeof *entry);
  if (entry == NULL) return NULL;
  pthread_mutex_lock(&locks[i]);
  entry->next = lists[i];
  lists[i] = entry; // RACE! lists[]
  lists[i]->hits++; // RACE! entry.hits
  pthread_mutex_unlock(&locks[i]);
  return arg;
}

int main(void) {
  pthread_t t;
  for (int i = 0; i < 3; i++) pthread_mutex_init(&locks[i], NULL);
  pthread_create(&t, NULL, add, NULL);
  int i = rand() % 3;
  pthread_mutex_lock(&locks[(i + 1) % 3]);
  if (lists[i] != NULL) lists[i]->hits++; // RACE! lists[]  // RACE! entry.hits
  pthread_mutex_unlock(&locks[(i + 1) % 3]);
  pthread_join(t, NULL);
  return 0;
}
