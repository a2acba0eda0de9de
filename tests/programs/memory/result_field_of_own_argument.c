// Each thread writes its result into the argument it was given, an element of one array.
#include <pthread.h>
#include <stdio.h>

typedef struct part { int from, to; long sum; } part;

static void *add_up(void *arg) {
  part *p = arg;
  p->sum = 0;
  for (int i = p->from; i < p->to; i++) p->sum += i;
  return NULL;
}

int main(void) {
  pthread_t t[2];
  part parts[2] = {{0, 10, 0}, {10, 20, 0}};
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, add_up, parts + i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  printf("%ld\n", parts[0].sum + parts[1].sum);
  return 0;
}
