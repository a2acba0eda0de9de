// The thread calls the function that its argument carries, and that one counts without a lock.
#include <pthread.h>

struct task {
  void (*run)(struct task *);
  int weight;
};
static long moved;

static void haul(struct task *t) {
  moved += t->weight; // RACE! moved
}

static void rest(struct task *t) { t->weight = 0; }

static void *start(void *arg) {
  struct task *t = arg;
  t->run(t);
  return NULL;
}

int main(void) {
  pthread_t a, b, c;
  struct task tasks[3] = {{haul, 5}, {rest, 2}, {haul, 8}};
  pthread_create(&a, NULL, start, &tasks[0]);
  pthread_create(&b, NULL, start, &tasks[1]);
  pthread_create(&c, NULL, start, &tasks[2]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return moved == 0;
}
