// Both threads go through the lock functions of another file.
#include <pthread.h>

void guard_enter(void);
void guard_leave(void);

static long books_sold;

static void *sell(void *arg) {
  guard_enter();
  books_sold += 2;
  guard_leave();
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, sell, NULL);
  sell(NULL);
  pthread_join(t, NULL);
  return books_sold != 4;
}
