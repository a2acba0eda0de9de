// The thread is handed the record that its creator was handed: both write.
#include <pthread.h>
#include <stdatomic.h>
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

static void stage(void);
static void primary(void);
static struct entry stage_entry = {stage};
static struct entry primary_entry = {primary};
static atomic_int depth;

static void stage(void) {
  pthread_t t = create(&primary_entry);
  pthread_join(t, NULL);
}
static void primary(void) {
  if (depth++ == 2) return;
  pthread_t t = create(&stage_entry);
  total++; // RACE! total
  pthread_join(t, NULL);
}

int main(void) {
  pthread_t t = create(&primary_entry);
  pthread_join(t, NULL);
  return total;
}
