// The same entry runs twice, on the same object.
#include <pthread.h>
#include <stdio.h>

struct range { int first, last, sum; };

static void *sum_range(void *arg) {
  struct range *r = arg;
  int mine = 0;
  for (int i = r->first; i <= r->last; i++) mine += i;
  r->sum += mine; // RACE! whole.sum
  return NULL;
}

int main(void) {
  static struct range whole = {1, 20, 0};
  pthread_t a, b;
  pthread_create(&a, NULL, sum_range, &whole);
  pthread_create(&b, NULL, sum_range, &whole);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  printf("%d\n", whole.sum);
  return 0;
}
