// Threads count up when they are done, and main goes on when there are as many as it has started.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define MOST 64

static atomic_int done;
static int results[MOST];

static void *work(void *number) {
  results[(long)number]++;
  atomic_fetch_add_explicit(&done, 1, memory_order_release);
  return NULL;
}

int main(int argc, char **argv) {
  int count = argc > 1 ? atoi(argv[1]) : 20;
  if (count > MOST) return 1;
  pthread_t thread;
  for (long i = 0; i < count; i++) pthread_create(&thread, NULL, work, (void *)i);
  while (atomic_load_explicit(&done, memory_order_acquire) != count) {
  }
  int sum = 0;
  for (int i = 0; i < count; i++) sum += results[i];
  return sum;
}
