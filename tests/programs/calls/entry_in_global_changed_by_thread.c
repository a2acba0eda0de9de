// A thread changes which function an entry names, before it starts one that calls it.
#include <pthread.h>
#include <stdlib.h>

struct entry {
  void (*run)(void);
};

static int total;

static void *start(void *p) {
  struct entry *e = p;
  e->run();
  return NULL;
}
static pthread_t create(struct entry *e) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, start, e) != 0) abort();
  return thread;
}

static void nothing(void) {}
static struct entry worker_entry = {nothing};

static void work(void) {
  total++; // RACE! total
}
static void primary(void) {
  worker_entry.run = work;
  pthread_t t = create(&worker_entry);
  work();
  pthread_join(t, NULL);
}
static struct entry primary_entry = {primary};

int main(void) {
  pthread_t t = create(&primary_entry);
  pthread_join(t, NULL);
  return total;
}
