// Only one of the tasks carries the function that counts; the other changes its own task.
#include <pthread.h>

struct task {
  void (*run)(struct task *);
  int weight;
};
static long moved;

static void haul(struct task *t) { moved += t->weight; }
static void rest(struct task *t) { t->weight = 0; }

static void *start(void *arg) {
  struct task *t = arg;
  t->run(t);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  struct task loaded = {haul, 5}, idle = {.run = rest, .weight = 2};
  pthread_create(&a, NULL, start, &loaded);
  pthread_create(&b, NULL, start, &idle);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return moved != 5;
}
