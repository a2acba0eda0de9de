// Threads, and main, draw numbers, in an object that also has a part for each number. Who draws 0 sets
// what is common, and all sum up what they find in their parts.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct common {
  pthread_mutex_t lock;
  int drawn;
  long started;
  long steps;
  long parts[64];
};
static struct common *all;

static void begin(int number, long now) {
  if (number == 0) {
    all->started = now;
    all->steps = 0;
  }
}

static void *work(void *arg) {
  pthread_mutex_lock(&all->lock);
  int number = all->drawn;
  all->drawn++;
  pthread_mutex_unlock(&all->lock);
  begin(number, 12);
  for (int i = 0; i < 1000; i++) all->parts[number] += i;
  if (number == 0) all->steps++;
  return arg;
}

int main(void) {
  pthread_t t[64];
  const int n = rand() % 64;
  all = malloc(sizeof *all);
  pthread_mutex_init(&all->lock, NULL);
  all->drawn = 0;
  for (int i = 0; i < n; i++) pthread_create(&t[i], NULL, work, NULL);
  work(NULL);
  for (int i = 0; i < n; i++) pthread_join(t[i], NULL);
  printf("%ld %ld\n", all->started, all->steps);
  free(all);
  return 0;
}
