// The thread ends deep inside, with a list of its own making.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct item { int value; struct item *next; };

static void finish(struct item *first) { pthread_exit(first); }

static void *produce(void *argument) {
  int n = *(int *)argument;
  struct item *first = NULL;
  for (int i = 0; i < n; i++) {
    struct item *item = malloc(sizeof *item);
    if (!item) break;
    item->value = i;
    item->next = first;
    first = item;
  }
  finish(first);
  return NULL;
}

int main(void) {
  int n = (int)(strtod("3", NULL) + 0.5);
  pthread_t thread;
  void *result;
  pthread_create(&thread, NULL, produce, &n);
  pthread_join(thread, &result);
  int sum = 0;
  for (struct item *item = result; item;) {
    struct item *next = item->next;
    sum += item->value;
    free(item);
    item = next;
  }
  printf("%d\n", sum);
  return 0;
}
