// As shared_lock_beside_flag.c, but the writer only shares the lock, as the readers do.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int *current;
static int first[4], second[4];
static atomic_int is_closed;
static int closed_by;

static void *reader(void *arg) {
  int sum = 0;
  for (int i = 0; i < 2; i++) {
    pthread_rwlock_rdlock(&lock);
    for (int k = 0; k < 4; k++) sum += current[k];
    pthread_rwlock_unlock(&lock);
  }
  if (atomic_load_explicit(&is_closed, memory_order_acquire)) sum += closed_by;
  printf("%d\n", sum);
  return arg;
}

int main(void) {
  pthread_t t[2];
  current = first;
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, reader, NULL);
  pthread_rwlock_rdlock(&lock);
  int *old = current;
  current = second;  // RACE! current
  pthread_rwlock_unlock(&lock);
  for (int k = 0; k < 4; k++) old[k] = -1;  // RACE! first[]
  closed_by = 7;
  atomic_store_explicit(&is_closed, 1, memory_order_release);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
