// Each list has a lock of its own, and which list it is an input says: what is found there is under its lock.
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
  lists[i] = entry;
  lists[i]->hits++;
  pthread_mutex_unlock(&locks[i]);
  return arg;
}

int main(void) {
  pthread_t t;
  for (int i = 0; i < 3; i++) pthread_mutex_init(&locks[i], NULL);
  pthread_create(&t, NULL, add, NULL);
  int i = rand() % 3;
  pthread_mutex_lock(&locks[i]);
  if (lists[i] != NULL) lists[i]->hits++;
  pthread_mutex_unlock(&locks[i]);
  pthread_join(t, NULL);
  return 0;
}
