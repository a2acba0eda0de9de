#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int *mailbox;
static int letter;

static void *reader(void *unused) {
  int *found;
  while (__atomic_load_n(&mailbox, __ATOMIC_ACQUIRE) == NULL) {
  }
  found = mailbox;
  return found == &letter ? unused : found;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, reader, NULL);
  __atomic_store_n(&mailbox, &letter, __ATOMIC_RELEASE);
  pthread_join(a, NULL);
  return 0;
}
