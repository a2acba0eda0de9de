// A lock in assembly of x86: one of the threads gives it back before it has changed what it guards.
// TSAN: silent: it does not see what assembly orders
#include <pthread.h>
#include <stdlib.h>

static volatile int exchanged, compared;
static int a, b;

static int exchange(volatile int *word, int value) {
  __asm__ volatile("xchgl %0, %1" : "=r"(value), "+m"(*word) : "0"(value) : "memory");
  return value;
}

static int compare(volatile int *word, int from, int to) {
  int found;
  __asm__ volatile("lock; cmpxchgl %2, %1"
                   : "=a"(found), "+m"(*word)
                   : "r"(to), "0"(from)
                   : "memory");
  return found;
}


static void *work(void *arg) {
  while (exchange(&exchanged, 1)) __asm__ volatile("pause");
  ++a;
  exchange(&exchanged, 0);
  while (compare(&compared, 0, 1) != 0) __asm__ volatile("rep; nop" ::: "memory");
  exchange(&compared, 0);
  ++b;  // RACE! b
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, work, NULL);
  pthread_create(&second, NULL, work, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return a + b == 0;
}
