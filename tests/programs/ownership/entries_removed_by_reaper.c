// Who takes an entry out of the list, wherever in it, has it alone.
#include <pthread.h>
#include <stdlib.h>

struct entry {
  int key, idle, bytes;
  struct entry *next;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct entry *entries;
static int is_over;
static int freed;  // of the reaper alone, and of main behind it

static void *client(void *number) {
  for (int i = 0; i < 9; i++) {
    struct entry *entry = calloc(1, sizeof *entry);
    if (entry == NULL) exit(1);
    entry->key = (int)(long)number * 9 + i;
    pthread_mutex_lock(&mutex);
    entry->next = entries;
    entries = entry;
    for (struct entry *e = entries; e != NULL; e = e->next) e->idle++;
    pthread_mutex_unlock(&mutex);
  }
  return NULL;
}

static void *reaper(void *unused) {
  for (;;) {
    struct entry *dead = NULL;
    pthread_mutex_lock(&mutex);
    int stops = is_over;
    for (struct entry **at = &entries; *at != NULL;) {
      struct entry *entry = *at;
      if (entry->idle > 2) {
        *at = entry->next;
        entry->next = dead;
        dead = entry;
      } else {
        at = &entry->next;
      }
    }
    pthread_mutex_unlock(&mutex);
    while (dead != NULL) {
      struct entry *entry = dead;
      dead = entry->next;
      entry->bytes = 0;
      free(entry);
      freed++;
    }
    if (stops) return unused;
  }
}

int main(void) {
  pthread_t clients[3], r;
  pthread_create(&r, NULL, reaper, NULL);
  for (long i = 0; i < 3; i++) pthread_create(&clients[i], NULL, client, (void *)i);
  for (int i = 0; i < 3; i++) pthread_join(clients[i], NULL);
  pthread_mutex_lock(&mutex);
  is_over = 1;
  pthread_mutex_unlock(&mutex);
  pthread_join(r, NULL);
  while (entries != NULL) {
    struct entry *entry = entries;
    entries = entry->next;
    free(entry);
    freed++;
  }
  return freed == 27 ? 0 : 1;
}
