// TODAY: unknown: nothing is executed
// A function that is passed on puts one pointer into two records.
#include <pthread.h>
#include <stdlib.h>

struct box {
  int count;
};
struct task {
  struct box *box;
};

static void set(struct task *task, struct box *box) { task->box = box; }

static void apply(void (*function)(struct task *, struct box *), struct task *task, struct box *box) {
  function(task, box);
}

static void *run(void *arg) {
  struct task *task = arg;
  task->box->count++;  // RACE! box.count
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t a, b;
  double share = argc * 0.5;
  (void)argv;
  if (share > 100.0) return 1;
  struct box *box = calloc(1, sizeof *box);
  struct task *one = calloc(1, sizeof *one), *other = calloc(1, sizeof *other);
  apply(set, one, box);
  apply(set, other, box);
  pthread_create(&a, NULL, run, one);
  pthread_create(&b, NULL, run, other);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
