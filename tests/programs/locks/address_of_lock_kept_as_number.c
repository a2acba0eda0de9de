// The program keeps locks as numbers of a type of its own, and casts them back where they are used.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

typedef intptr_t handle;

static handle lock;
static uintptr_t other;
static int counter, total;
static unsigned long third;
static int sum;

static handle make(void) {
  pthread_mutex_t *made = malloc(sizeof *made);
  pthread_mutex_init(made, NULL);
  return (handle)made;
}

static void take(handle which) { pthread_mutex_lock((pthread_mutex_t *)which); }

static void give_back(handle which) { pthread_mutex_unlock((pthread_mutex_t *)which); }

static int take_other(uintptr_t which) {
  pthread_mutex_t *found = (pthread_mutex_t *)which;
  return pthread_mutex_lock(found);
}

static int give_back_other(uintptr_t which) {
  pthread_mutex_t *found = (pthread_mutex_t *)which;
  return pthread_mutex_unlock(found);
}

static void *work(void *arg) {
  take(lock);
  counter++;
  give_back(lock);
  if (take_other(other) != 0) abort();
  total++;
  give_back_other(other);
  pthread_mutex_lock((pthread_mutex_t *)third);
  sum++;
  pthread_mutex_unlock((pthread_mutex_t *)third);
  return arg;
}

int main(int argc, char **argv) {
  pthread_t a, b;
  (void)argv;
  lock = make();
  other = (uintptr_t)make();
  third = (unsigned long)make();
  for (long i = 0; i < argc * 1000000L; i++) sum ^= 1;  // longer than executions go on
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return counter + total + sum;
}
