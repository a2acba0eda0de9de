// Elements go from one list to another, whatever their number: who took one out has it alone.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct item {
  int value;
  struct item *next;
};

static struct item *waiting, *done;
static pthread_mutex_t waiting_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t done_lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
  for (;;) {
    pthread_mutex_lock(&waiting_lock);
    struct item *item = waiting;
    if (item != NULL) waiting = item->next;
    pthread_mutex_unlock(&waiting_lock);
    if (item == NULL) return unused;
    item->value *= 2;
    pthread_mutex_lock(&done_lock);
    item->next = done;
    done = item;
    pthread_mutex_unlock(&done_lock);
  }
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 200; i++) {
    struct item *item = malloc(sizeof *item);
    item->value = i;
    item->next = waiting;
    waiting = item;
  }
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 20; i++) {
    pthread_mutex_lock(&done_lock);
    struct item *item = done;
    if (item != NULL) done = item->next;
    pthread_mutex_unlock(&done_lock);
    if (item == NULL) continue;
    printf("%d\n", item->value);
    free(item);
  }
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
