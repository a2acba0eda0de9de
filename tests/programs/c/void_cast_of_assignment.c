// A cast to void throws away the value of an assignment, but not its effect.
#include <pthread.h>
#include <stdio.h>

static int last_code, code = 3;

static void *work(void *arg) {
  (void)(last_code = code); // RACE! last_code
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  printf("%d\n", last_code); // RACE! last_code
  pthread_join(t, NULL);
  return 0;
}
