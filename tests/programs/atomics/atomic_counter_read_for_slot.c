// Each thread uses the slot whose number an atomic counter shows, before it counts on.
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint next_slot;
static int slots[4];
static pthread_barrier_t together;

static void *take_slot(void *arg) {
  unsigned mine = atomic_load(&next_slot);
  pthread_barrier_wait(&together);
  if (mine < 4) slots[mine] += 9; // RACE! slots[]
  atomic_fetch_add(&next_slot, 1);
  return arg;
}

int main(void) {
  pthread_t t[2];
  pthread_barrier_init(&together, NULL, 2);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, take_slot, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  pthread_barrier_destroy(&together);
  return slots[0] == 0;
}
