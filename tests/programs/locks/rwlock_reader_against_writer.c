// Readers share the lock, the writer has it alone.
#include <pthread.h>
#include <stdio.h>

static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static int price = 10;

static void *watch(void *arg) {
  int *out = arg;
  pthread_rwlock_rdlock(&rw);
  *out = price;
  pthread_rwlock_unlock(&rw);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  int seen_a, seen_b;
  pthread_create(&a, NULL, watch, &seen_a);
  pthread_create(&b, NULL, watch, &seen_b);
  pthread_rwlock_wrlock(&rw);
  price++;
  pthread_rwlock_unlock(&rw);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  printf("%d %d\n", seen_a, seen_b);
  return 0;
}
