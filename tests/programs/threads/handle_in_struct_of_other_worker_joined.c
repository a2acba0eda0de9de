// The result of one worker is read after the other one was joined.
#include <pthread.h>
#include <stdio.h>

struct worker {
  pthread_t thread;
  int result;
};
static struct worker one, two;

static void *run_one(void *arg) {
  one.result = 77; // RACE! one.result
  return arg;
}
static void *run_two(void *arg) {
  two.result = 78;
  return arg;
}

int main(void) {
  pthread_create(&one.thread, NULL, run_one, NULL);
  pthread_create(&two.thread, NULL, run_two, NULL);
  pthread_join(two.thread, NULL);
  printf("%d\n", one.result); // RACE! one.result
  pthread_join(one.thread, NULL);
  printf("%d\n", two.result);
  return 0;
}
