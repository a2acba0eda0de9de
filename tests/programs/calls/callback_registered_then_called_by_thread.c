// The callback registered before the thread starts is called there, with data that main still uses.
#include <pthread.h>
#include <stdio.h>

typedef void callback(void *data);
static callback *on_end;
static void *on_end_data;

static void at_end(callback *function, void *data) {
  on_end = function;
  on_end_data = data;
}

static void *work(void *arg) {
  if (on_end) on_end(on_end_data);
  return arg;
}

static void count_down(void *data) {
  int *left = data;
  --*left; // RACE! missing
}

static int missing = 2;

int main(void) {
  pthread_t t;
  at_end(count_down, &missing);
  pthread_create(&t, NULL, work, NULL);
  if (missing > 0) printf("waiting\n"); // RACE! missing
  pthread_join(t, NULL);
  return 0;
}
