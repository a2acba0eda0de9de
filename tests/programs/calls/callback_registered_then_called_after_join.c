// The registered callback is called by main when the thread that uses the same data has ended.
#include <pthread.h>
#include <stddef.h>

typedef void callback(void *data);
static callback *on_end;
static void *on_end_data;
static int missing = 2;

static void at_end(callback *function, void *data) {
  on_end = function;
  on_end_data = data;
}

static void count_down(void *data) {
  int *left = data;
  --*left;
}

static void *work(void *arg) {
  missing = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  at_end(count_down, &missing);
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
  if (on_end != NULL) (*on_end)(on_end_data);
  return missing != 0;
}
