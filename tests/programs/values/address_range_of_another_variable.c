// The range that is looked at is that of another variable.
#include <pthread.h>
#include <stdint.h>

struct counts {
  long calls, bytes;
};
static struct counts of_process, of_group;

static int is_of_process(void *count) {
  return (uintptr_t)count >= (uintptr_t)&of_process &&
         (uintptr_t)count < (uintptr_t)(&of_process + 1);
}

static void add(long *count, long n) {
  if (is_of_process(count)) {
    __atomic_fetch_add(count, n, __ATOMIC_RELAXED);
  } else {
    *count += n; // RACE! of_group.bytes
  }
}

static void *work(void *arg) {
  struct counts own = {0, 0};
  add(&own.calls, 1);
  add(&of_group.bytes, own.calls);
  return arg;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, work, NULL);
  pthread_create(&u, NULL, work, NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return 0;
}
