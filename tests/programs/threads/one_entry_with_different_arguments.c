// The same entry runs twice, on two objects.
#include <pthread.h>
#include <stdio.h>

struct range { int first, last, sum; };

static void *sum_range(void *arg) {
  struct range *r = arg;
  for (int i = r->first; i <= r->last; i++) r->sum += i;
  return NULL;
}

int main(void) {
  static struct range low = {1, 10, 0};
  static struct range high = {11, 20, 0};
  pthread_t a, b;
  pthread_create(&a, NULL, sum_range, &low);
  pthread_create(&b, NULL, sum_range, &high);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  printf("%d\n", low.sum + high.sum);
  return 0;
}
