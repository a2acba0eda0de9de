// The number that a thread took is its own, but it hands it to a thread that it starts.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

static atomic_int next_number;
static int results[64];

static void *help(void *number) {
  results[(intptr_t)number] += 2;  // RACE! results[]
  return NULL;
}

static void *work(void *unused) {
  int number = atomic_fetch_add(&next_number, 1);
  pthread_t helper;
  pthread_create(&helper, NULL, help, (void *)(intptr_t)number);
  results[number] += 1;  // RACE! results[]
  pthread_join(helper, NULL);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  printf("%d\n", results[1]);
  return 0;
}
