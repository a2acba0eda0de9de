// One of the functions that a record names starts more threads by the same wrapper: what each of them
// calls is what its own record says.
#include <pthread.h>
#include <stdlib.h>

struct entry {
  void (*run)(void);
};

static int total;
static int counted;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

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

static void count(void) {
  pthread_mutex_lock(&lock);
  counted++;
  pthread_mutex_unlock(&lock);
}
static struct entry count_entry = {count};

static void stage(void) {
  pthread_t t = create(&count_entry);
  count();
  pthread_join(t, NULL);
}
static struct entry stage_entry = {stage};

static void primary(void) {
  total = 1;
  pthread_t stages[32];
  for (int i = 0; i < 32; i++) stages[i] = create(&stage_entry);
  for (int i = 0; i < 32; i++) pthread_join(stages[i], NULL);
}
static struct entry primary_entry = {primary};

int main(void) {
  pthread_t t = create(&primary_entry);
  pthread_join(t, NULL);
  return total + counted;
}
