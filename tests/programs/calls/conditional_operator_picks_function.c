// The function to call is picked by a conditional operator; only one thread picks the one that writes.
#include <pthread.h>
#include <stdint.h>

static int written;

static intptr_t write_it(intptr_t n) { return written = (int)n; }
static intptr_t double_it(intptr_t n) { return n * 2; }

static void *work(void *arg) {
  intptr_t n = (intptr_t)arg;
  return (void *)(n > 5 ? write_it : double_it)(n);
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, (void *)(intptr_t)4);
  pthread_create(&b, NULL, work, (void *)(intptr_t)6);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return written != 6;
}
