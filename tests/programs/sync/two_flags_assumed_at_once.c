// TSAN: silent: it does not know atomic sections
// A thread goes on only if both others have said that they are done, in one condition.
#include <pthread.h>
#include <stdlib.h>

extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int first, second, sum;
static _Bool has_first, has_second;

static void *set_first(void *arg) {
  for (int i = rand(); i > 0; i--) first += i;
  __VERIFIER_atomic_begin();
  has_first = 1;
  __VERIFIER_atomic_end();
  return arg;
}

static void *set_second(void *arg) {
  for (int i = rand(); i > 0; i--) second += i;
  __VERIFIER_atomic_begin();
  has_second = 1;
  __VERIFIER_atomic_end();
  return arg;
}

static void *add(void *arg) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(has_first && has_second);
  __VERIFIER_atomic_end();
  sum = first + second;
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, set_first, NULL);
  pthread_create(&b, NULL, set_second, NULL);
  pthread_create(&c, NULL, add, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return sum;
}
