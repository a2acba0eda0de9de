// Numbers of one and two bytes wrap as they are stored, and so does a number that is handed over as a
// pointer and made one of them.
// VERDICT: unknown: that the branches go this way is not followed
#include <pthread.h>
#include <stdatomic.h>

extern void read_options(long *count);  // TSAN: silent: the library does not exist

static int below, above, made;

static void *work(void *arg) {
  _Atomic unsigned char small = 0;
  _Atomic short large = 32766;
  const signed char number = (signed char)(long)arg;
  small--;
  if (small == 255) below = 1;  // RACE! below
  atomic_fetch_add(&large, 3);
  if (large < 0) above = 1;  // RACE! above
  if (number < 0) made = 1;  // RACE! made
  return NULL;
}

int main(void) {
  pthread_t thread;
  long count = 0;
  read_options(&count);
  pthread_create(&thread, NULL, work, (void *)200L);
  below = 2;
  above = 2;
  made = 2;
  pthread_join(thread, NULL);
  return 0;
}
