// The first thread changes what decides which of the other two writes.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int wish = 1;
static int result;

static void *change(void *unused) {
  usleep(1000);
  atomic_store(&wish, 2);
  return unused;
}

static void *first(void *unused) {
  if (atomic_load(&wish) == 1) result++; // RACE! result
  return unused;
}

static void *second(void *unused) {
  while (atomic_load(&wish) != 2) sched_yield();
  result--; // RACE! result
  return unused;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&b, NULL, first, NULL);
  pthread_create(&a, NULL, change, NULL);
  pthread_create(&c, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return result;
}
