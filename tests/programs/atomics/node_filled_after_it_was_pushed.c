// The node is filled after others can see it.
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int value;
};

static struct node *top;

static void *push(void *arg) {
  struct node *added = malloc(sizeof *added);
  struct node *before = __atomic_load_n(&top, __ATOMIC_SEQ_CST);
  do {
    added->next = before;
  } while (!__atomic_compare_exchange_n(&top, &before, added, 0, __ATOMIC_SEQ_CST,
                                        __ATOMIC_SEQ_CST));
  added->value = 3; // RACE! value
  return arg;
}

static void *sum(void *arg) {
  int *result = arg;
  struct node *at = __atomic_load_n(&top, __ATOMIC_SEQ_CST);
  for (; at != NULL; at = at->next) {
    *result += at->value; // RACE! value
  }
  return NULL;
}

int main(void) {
  pthread_t a, b, c;
  int result = 0;
  pthread_create(&a, NULL, push, NULL);
  pthread_create(&b, NULL, push, NULL);
  pthread_create(&c, NULL, sum, &result);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return result > 6;
}
