// Each thread splits its range, gives one half to a new thread and joins it before adding up.
#include <pthread.h>
#include <stdio.h>

struct span {
  int from, to;
  long sum;
};

static void *add_up(void *arg) {
  struct span *s = arg;
  if (s->to - s->from <= 4) {
    for (int i = s->from; i < s->to; i++) s->sum += i;
    return NULL;
  }
  int middle = (s->from + s->to) / 2;
  struct span low = {s->from, middle, 0}, high = {middle, s->to, 0};
  pthread_t helper;
  if (pthread_create(&helper, NULL, add_up, &low) != 0) return NULL;
  add_up(&high);
  pthread_join(helper, NULL);
  s->sum = low.sum + high.sum;
  return NULL;
}

int main(void) {
  struct span all = {0, 20, 0};
  add_up(&all);
  printf("%ld\n", all.sum);
  return 0;
}
