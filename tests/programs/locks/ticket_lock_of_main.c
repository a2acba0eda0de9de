// Main takes tickets too, and everyone looks at the turn by adding nothing to it.
#include <pthread.h>
#include <stdio.h>

static unsigned next, serving;
static int count[10];
static int samples;

static void enter(void) {
  unsigned mine = __sync_fetch_and_add(&next, 1);
  while (__sync_fetch_and_add(&serving, 0) != mine) {
  }
}

static void leave(void) { __sync_fetch_and_add(&serving, 1); }

static void *sample(void *unused) {
  for (int i = 0; i < 1000; i++) {
    enter();
    count[i * i % 10]++;
    samples++;
    leave();
  }
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, sample, NULL);
  enter();
  int early = samples;
  leave();
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  printf("%d of %d, %d\n", early, samples, count[0]);
  return 0;
}
