// Each thread gets an element of its own, but all results are added up in the first element.
#include <pthread.h>
#include <stdio.h>

typedef struct part { int from, to; long sum; struct part *first; } part;

static void *add_up(void *arg) {
  part *p = arg;
  for (int i = p->from; i < p->to; i++) p->first->sum += i; // RACE! parts[].sum
  return NULL;
}

int main(void) {
  pthread_t t[2];
  part parts[2] = {{0, 10, 0, parts}, {10, 20, 0, parts}};
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, add_up, parts + i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  printf("%ld\n", parts[0].sum);
  return 0;
}
