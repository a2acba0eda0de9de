// The argument of each thread says which slot is its own.
#include <pthread.h>

enum { WORKERS = 3 };
struct order {
  int slot;
  int amount;
};
static struct order orders[WORKERS];
static int shelves[WORKERS];

static void *deliver(void *arg) {
  const struct order *o = arg;
  shelves[o->slot] += o->amount;
  return NULL;
}

int main(void) {
  pthread_t t[WORKERS];
  for (int i = 0; i < WORKERS; i++) {
    orders[i].slot = i;
    orders[i].amount = 10 - i;
    pthread_create(&t[i], NULL, deliver, &orders[i]);
  }
  for (int i = 0; i < WORKERS; i++) pthread_join(t[i], NULL);
  return shelves[0] != 10;
}
