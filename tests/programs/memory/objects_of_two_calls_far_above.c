// Each thread works on the list of its own number, under the lock of that number. Both lists are made
// by the same calls but for one far above, which the name of an object does not keep.
// TODAY: unknown: the two objects have one name, and what the library does is not known
// TSAN: silent: the library does not exist
#include <pthread.h>
#include <stdlib.h>

extern void read_options(long *options);

struct list {
  long length;
  long removed;
};

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static struct list *jobs[2];

static void *allocate(unsigned long size) { return malloc(size); }

static struct list *create(void) {
  struct list *list = allocate(sizeof *list);
  list->length = list->removed = 0;
  return list;
}

static void set_up(void) {
  jobs[0] = create();
  jobs[1] = create();
}

static void *work(void *arg) {
  long number = (long)arg;
  pthread_mutex_lock(&locks[number]);
  jobs[number]->length++;
  pthread_mutex_unlock(&locks[number]);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  long options;
  read_options(&options);
  set_up();
  pthread_create(&a, NULL, work, (void *)0);
  pthread_create(&b, NULL, work, (void *)1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return jobs[0]->length != 1 || jobs[1]->length != 1;
}
