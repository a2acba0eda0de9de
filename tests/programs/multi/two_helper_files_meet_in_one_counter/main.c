// The thread and main go through different files, which meet in the counter that one of them defines.
#include <pthread.h>

void deposit(int n);
int audit(void);

static void *customer(void *arg) {
  deposit(50);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, customer, NULL);
  int odd = audit() % 10;
  pthread_join(t, NULL);
  return odd;
}
