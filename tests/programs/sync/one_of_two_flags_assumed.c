// TSAN: silent: it does not know atomic sections
// A thread goes on if one of the others has said that it is done.
#include <pthread.h>

extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int first, second, sum;
static _Bool has_first, has_second;

static void *set_first(void *arg) {
  first = 1; // RACE! first
  __VERIFIER_atomic_begin();
  has_first = 1;
  __VERIFIER_atomic_end();
  return arg;
}

static void *set_second(void *arg) {
  second = 2; // RACE! second
  __VERIFIER_atomic_begin();
  has_second = 1;
  __VERIFIER_atomic_end();
  return arg;
}

static void *add(void *arg) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(has_first || has_second);
  __VERIFIER_atomic_end();
  sum = first; // RACE! first
  sum += second; // RACE! second
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
