// Each side says that it wants to work, and works if the other one had not said so: both operations are sequentially
// consistent. The count of tries, which is not, changes nothing in that.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int here, there, tries;
static int value;

static void *work(void *unused) {
  atomic_fetch_add_explicit(&tries, 1, memory_order_relaxed);
  atomic_store(&there, 1);
  if (!atomic_load(&here)) value++;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  atomic_fetch_add_explicit(&tries, 1, memory_order_relaxed);
  atomic_store(&here, 1);
  if (!atomic_load(&there)) value++;
  pthread_join(thread, NULL);
  return value;
}
