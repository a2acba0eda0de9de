// TODAY: unknown: nothing is executed
// How much of an array is copied is a number: what lies behind that stays.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct box {
  int *count;
};

static int first, second;

static void *run(void *arg) {
  struct box *box = arg;
  ++*box->count;
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t thread;
  double share = argc * 0.5;
  if (share > 100.0) return 1;
  struct box boxes[4] = {{&second}, {&second}, {&second}, {&second}};
  struct box others[4] = {{&first}, {&first}, {&first}, {&first}};
  const size_t n = argc > 1 ? (size_t)atoi(argv[1]) : 1;
  if (n > 4) return 1;
  memcpy(boxes, others, n * sizeof *boxes);
  pthread_create(&thread, NULL, run, &boxes[2]);
  second++;  // RACE! second
  pthread_join(thread, NULL);
  return 0;
}
