// VERDICT: unknown: a function of the library is not known
// What main sets before it queues anything is read by a thread only once it has taken an item. The
// thread runs already, and looks into the queue again and again.
#include <pthread.h>
#include <stdlib.h>

extern void read_options(long *count);  // TSAN: silent: the library does not exist

struct item {
  struct item *next;
  int size;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct item *queue;
static int most, taken;

static void *take(void *arg) {
  for (;;) {
    pthread_mutex_lock(&lock);
    struct item *item = queue;
    if (item != NULL) queue = item->next;
    pthread_mutex_unlock(&lock);
    if (item == NULL) continue;
    if (item->size < most) ++taken;
  }
  return arg;
}

static void put(int size) {
  struct item *item = malloc(sizeof *item);
  if (item == NULL) exit(1);
  item->size = size;
  pthread_mutex_lock(&lock);
  item->next = queue;
  queue = item;
  pthread_mutex_unlock(&lock);
}

int main(void) {
  long count = 0;
  pthread_t t;
  read_options(&count);
  if (pthread_create(&t, NULL, take, NULL)) return 1;
  most = (int)count;
  for (int i = 0; i < count; i++) put(i);
  pthread_exit(NULL);
}
