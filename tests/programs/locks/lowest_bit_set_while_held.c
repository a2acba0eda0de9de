// The lowest bit of a word says whether somebody has it; the others say something else.
#include <pthread.h>
#include <stdatomic.h>

static atomic_ulong word = 16;
static int count;

static void take(void) {
  while (atomic_fetch_or(&word, 1) & 1) continue;
}

static void give_back(void) { atomic_fetch_and(&word, ~1ul); }

static void *work(void *unused) {
  for (int i = 0; i < 100; ++i) {
    take();
    count++;
    give_back();
  }
  return unused;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 4; ++i) pthread_join(threads[i], NULL);
  return count != 400;
}
