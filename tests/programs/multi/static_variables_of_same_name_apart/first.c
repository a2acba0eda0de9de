// Each file has a static variable total; this one belongs to the thread.
#include <pthread.h>

void add_second(int n);
int get_second(void);

static int total;

static void *work(void *arg) {
  for (int i = 0; i < 4; i++) total += i;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  add_second(5);
  pthread_join(t, NULL);
  return total != 6 || get_second() != 5;
}
