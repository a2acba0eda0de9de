// Locks of the program's own making in assembly of x86: by exchange, by compare-and-exchange, by the
// flag that says whether that worked; and a count of users, of whom the last one has the rest alone.
// TSAN: silent: it does not see what assembly orders
#include <pthread.h>
#include <stdlib.h>

static volatile int exchanged, compared, flagged, users = 2;
static int a, b, c, d;

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

static unsigned char try_flag(volatile int *word, int from, int to) {
  unsigned char done;
  __asm__ volatile("lock; cmpxchgl %3, %1\n\tsete %0"
                   : "=q"(done), "+m"(*word), "+a"(from)
                   : "r"(to)
                   : "memory");
  return done;
}

static unsigned char leave(volatile int *count) {
  unsigned char is_last;
  __asm__ volatile("lock; decl %0; sete %1" : "+m"(*count), "=qm"(is_last) : : "memory");
  return is_last;
}

static void *work(void *arg) {
  while (exchange(&exchanged, 1)) __asm__ volatile("pause");
  ++a;
  exchange(&exchanged, 0);
  while (compare(&compared, 0, 1) != 0) __asm__ volatile("rep; nop" ::: "memory");
  ++b;
  exchange(&compared, 0);
  while (!try_flag(&flagged, 0, 1)) {
  }
  ++c;
  exchange(&flagged, 0);
  if (leave(&users)) d = 1;
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, work, NULL);
  pthread_create(&second, NULL, work, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return a + b + c + d == 0;
}
