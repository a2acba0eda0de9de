// TODAY: unknown: it is not certain that there is an item before
// What main sets once it has queued something may be read by a thread that has taken that. The
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
    if (item->size < most) ++taken; // RACE! most
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
  for (int i = 0; i < count; i++) {
    put(i);
    most = (int)count; // RACE! most
  }
  pthread_exit(NULL);
}
