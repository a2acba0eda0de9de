// The thread has put the object that it ends with into a variable as well, where another finds it.
// TSAN: silent
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct item { int value; };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct item *last;

static void *produce(void *argument) {
  struct item *item = malloc(sizeof *item);
  if (!item) pthread_exit(NULL);
  item->value = 1;
  pthread_mutex_lock(&lock);
  last = item;
  pthread_mutex_unlock(&lock);
  pthread_exit(item);
}

static void *count(void *argument) {
  pthread_mutex_lock(&lock);
  struct item *item = last;
  pthread_mutex_unlock(&lock);
  if (item) item->value++;  // RACE! value
  return NULL;
}

int main(void) {
  pthread_t producer, counter;
  void *result;
  pthread_create(&producer, NULL, produce, NULL);
  pthread_create(&counter, NULL, count, NULL);
  pthread_join(producer, &result);
  if (result) printf("%d\n", ((struct item *)result)->value);
  pthread_join(counter, NULL);
  return 0;
}
