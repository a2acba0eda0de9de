// TSAN: silent: what gives inputs is not there
// Any number of threads take any number of orders from a list: each has its own until it is done.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct order {
  struct order *next;
  int amount;
  int steps;
};

static struct order *orders;
static int is_over;
static int served;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void order(int amount) {
  struct order *o = malloc(sizeof(struct order));
  o->amount = amount;
  o->steps = 0;
  pthread_mutex_lock(&lock);
  o->next = orders;
  orders = o;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
}

static struct order *next_order(void) {
  pthread_mutex_lock(&lock);
  while (orders == NULL && !is_over) pthread_cond_wait(&changed, &lock);
  struct order *o = orders;
  if (o != NULL) orders = o->next;
  pthread_mutex_unlock(&lock);
  return o;
}

static void *waiter(void *arg) {
  struct order *o;
  while ((o = next_order()) != NULL) {
    while (o->amount > 0) {
      o->amount--;
      o->steps++;
    }
    pthread_mutex_lock(&lock);
    served++;
    pthread_mutex_unlock(&lock);
    free(o);
  }
  return arg;
}

int main(void) {
  pthread_t waiters[32];
  int count = __VERIFIER_nondet_int();
  int guests = __VERIFIER_nondet_int();
  if (count < 1 || count > 32) return 0;
  for (int i = 0; i < count; i++) pthread_create(&waiters[i], NULL, waiter, NULL);
  for (int i = 0; i < guests; i++) order(__VERIFIER_nondet_int());
  pthread_mutex_lock(&lock);
  is_over = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < count; i++) pthread_join(waiters[i], NULL);
  return served;
}
