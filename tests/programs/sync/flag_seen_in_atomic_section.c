// TSAN: silent: it does not know atomic sections
// The flag is read in an atomic section into a local that is tested later.
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);

static int stopped, data;

static void *stop(void *arg) {
  data = 3;
  __VERIFIER_atomic_begin();
  stopped = 1;
  __VERIFIER_atomic_end();
  return arg;
}

int main(void) {
  pthread_t t;
  int seen;
  pthread_create(&t, NULL, stop, NULL);
  __VERIFIER_atomic_begin();
  seen = stopped;
  __VERIFIER_atomic_end();
  __VERIFIER_assume(seen);
  data++;
  return data;
}
