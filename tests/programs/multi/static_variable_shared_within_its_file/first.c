// Each file has a static variable total; the thread and main both use the one of the other file.
#include <pthread.h>

void add_second(int n);
int get_second(void);

static int total = 1;

static void *work(void *arg) {
  add_second(total);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  int seen = get_second();
  pthread_join(t, NULL);
  return seen > total;
}
