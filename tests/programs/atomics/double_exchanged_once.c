// Of all threads one exchanges the number for another one: only that one goes on.
#include <pthread.h>
#include <stdatomic.h>

static _Atomic double share;
static int winner;

static void *run(void *given) {
  double expected = 0, mine = 1;
  if (atomic_compare_exchange_strong(&share, &expected, mine)) winner = *(int *)given;  // FALSE-ALARM winner: that only one of them succeeds is not seen
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  int numbers[3] = {1, 2, 3};
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], NULL, run, &numbers[i]);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
  return winner == 0;
}
