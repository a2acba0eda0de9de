// main clears the bit that somebody may have set to be alone.
// TSAN: silent: main has to come while a thread is at work
#include <pthread.h>
#include <stdatomic.h>

static atomic_ulong word = 16;
static int count;

static void take(void) {
  while (atomic_fetch_or(&word, 1) & 1) continue;
}

static void give_back(void) { atomic_fetch_and(&word, ~1ul); }

static void *work(void *unused) {
  for (int i = 0; i < 3; ++i) {
    take();
    count++;  // RACE! count
    give_back();
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, work, NULL);
  atomic_store(&word, 16);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return count != 6;
}
