// TODAY: unknown: nothing is executed
// As counted_down_only_if_above.c, with a bound that both threads come down to; the second column is under a lock.
#include <pthread.h>
#include <stdlib.h>

static int cells[4096];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int clamped(int index) {
  while (index > 40) index -= 1;
  return index;
}

static void *run(void *arg) {
  const int at = clamped((int)(long)arg);
  if (at == 40) pthread_mutex_lock(&lock);
  cells[at]++;  // RACE! cells[]
  if (at == 40) pthread_mutex_unlock(&lock);
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t a, b;
  double share = argc * 0.5;
  (void)argv;
  if (share > 100.0) return 1;
  pthread_create(&a, NULL, run, (void *)(long)argc);
  pthread_create(&b, NULL, run, (void *)(long)argc);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return cells[0];
}
