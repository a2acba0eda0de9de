// The number of a thread decides which variable it changes, and the two numbers differ in parity.
#include <pthread.h>

static int evens, odds;
static int first = 4, second = 7;

static void *sort(void *arg) {
  int n = *(int *)arg;
  if (n % 2 == 0)
    evens += n;
  else
    odds += n;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, sort, &first);
  pthread_create(&b, NULL, sort, &second);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return evens != 4 || odds != 7;
}
