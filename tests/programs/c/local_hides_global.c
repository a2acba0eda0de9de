// A local of the same name hides the global, so the thread never touches that.
#include <pthread.h>
#include <stdio.h>

int level = 5;

static void *work(void *arg) {
  int level = 1;
  for (int level = 0; level < 3; level++) putchar('.');
  level += 2;
  printf("%d\n", level);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  level -= 2;
  pthread_join(t, NULL);
  return level != 3;
}
