// Each thread takes the next slot number from an atomic counter.
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint next_slot;
static int slots[4];

static void *take_slot(void *arg) {
  unsigned mine = atomic_fetch_add(&next_slot, 1);
  if (mine < 4) slots[mine] = 9;
  return arg;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, take_slot, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return slots[2] != 9;
}
