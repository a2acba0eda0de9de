// The threads pass different numbers to the lock functions of another file, and so take different locks.
#include <pthread.h>

void guard_enter(unsigned number);
void guard_leave(unsigned number);

static long books_sold;

static void *sell(void *arg) {
  guard_enter(2);
  books_sold += 2; // RACE! books_sold
  guard_leave(2);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, sell, NULL);
  guard_enter(3);
  books_sold += 1; // RACE! books_sold
  guard_leave(3);
  pthread_join(t, NULL);
  return books_sold == 0;
}
