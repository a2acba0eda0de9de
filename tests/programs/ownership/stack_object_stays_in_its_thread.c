// The entry passes the address of its local to a helper; no other thread gets it.
#include <pthread.h>
#include <stdio.h>

struct stats { int n; double mean; };

static void feed(struct stats *s, double x) {
  s->n++;
  s->mean += (x - s->mean) / s->n;
}

static void *measure(void *arg) {
  struct stats s = {0, 0.0};
  feed(&s, 1.0);
  feed(&s, 2.0);
  printf("%f\n", s.mean);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, measure, NULL);
  pthread_create(&b, NULL, measure, NULL);
  measure(NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
