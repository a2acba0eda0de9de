// VERDICT: unknown: who clears the word, and when, is not counted
// One thread clears the word, whoever has it, before it waits for it.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int busy;
static int count;

static void *work(void *arg) {
  if (arg != NULL) atomic_store(&busy, 0);
  while (atomic_exchange(&busy, 1)) {
  }
  count++; // RACE! count
  atomic_store(&busy, 0);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, &count);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return count;
}
