// The thread and main go through different files, but main waits for the thread before.
#include <pthread.h>

void deposit(int n);
int audit(void);

static void *customer(void *arg) {
  deposit(50);
  return arg;
}

int main(void) {
  pthread_t t;
  int before = audit();
  pthread_create(&t, NULL, customer, NULL);
  pthread_join(t, NULL);
  return before != 0 || audit() != 50;
}
