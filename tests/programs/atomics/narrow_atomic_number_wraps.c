// Atomic numbers of one and two bytes wrap as they are stored.
#include <pthread.h>
#include <stdatomic.h>

static int below, above;

static void *work(void *arg) {
  _Atomic unsigned char small = 0;
  _Atomic short large = 32766;
  small--;
  if (small == 255) below = 1;  // RACE! below
  atomic_fetch_add(&large, 3);
  if (large < 0) above = 1;  // RACE! above
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  below = 2;
  above = 2;
  pthread_join(thread, NULL);
  return 0;
}
