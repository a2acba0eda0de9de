// VERDICT: unknown: more threads than executions follow
// TSAN: silent: the two are hardly ever there at once
// Each thread starts the next one: what only late ones do is reached, too.
#include <pthread.h>

static long sum;

static void *begin_link(void *arg) {
  long number = (long)arg;
  pthread_t next;
  if (number == 200) {
    sum++;  // RACE! sum
    return NULL;
  }
  pthread_create(&next, NULL, begin_link, (void *)(number + 1));
  if (number == 199) sum++;  // RACE! sum
  return NULL;
}

int main(void) {
  pthread_t first;
  pthread_create(&first, NULL, begin_link, (void *)0);
  return 0;
}
