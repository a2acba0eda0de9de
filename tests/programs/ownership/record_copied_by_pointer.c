// TODAY: unknown: nothing is executed
// Two copies of one of many records that a loop made have one box.
#include <pthread.h>
#include <stdlib.h>

struct box {
  int count;
};
struct task {
  struct box *box;
  int number;
};

static void *run(void *arg) {
  struct task *task = arg;
  task->box->count++;  // RACE! box.count
  return NULL;
}

int main(int argc, char **argv) {
  struct task *tasks[64], copies[2];
  pthread_t a, b;
  double share = argc * 0.5;
  if (share > 100.0) return 1;
  int n = argc > 1 ? atoi(argv[1]) : 8;
  if (n < 4 || n > 64) return 1;
  for (int i = 0; i < n; i++) {
    tasks[i] = malloc(sizeof *tasks[i]);
    tasks[i]->box = calloc(1, sizeof *tasks[i]->box);
    tasks[i]->number = i;
  }
  copies[0] = *tasks[1];
  copies[1] = *tasks[1];
  pthread_create(&a, NULL, run, &copies[0]);
  pthread_create(&b, NULL, run, &copies[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
