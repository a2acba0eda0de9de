// A recursion finds its place by a pointer of the thread, which may have been set further up.
#include <pthread.h>
struct place {
  unsigned calls, steps;
};
static struct place places[5];
static _Thread_local struct place fallback;
static _Thread_local struct place* mine;
static _Thread_local int depth;
static long limit;
static void enter(void) {
  if (mine == NULL) mine = &fallback;
  mine->calls++;
  depth++;
}
static void leave(void) { depth--; }
static unsigned collatz(unsigned n) {
  enter();
  unsigned r = 0;
  if (n > 1) r = 1 + collatz(n % 2 ? 3 * n + 1 : n / 2);
  mine->steps += (unsigned)depth;
  leave();
  return r;
}
static void* work(void* arg) {
  mine = arg;
  for (unsigned i = 1; i < limit; i++) collatz(i);
  return 0;
}
int main(int argc, char** argv) {
  pthread_t t[5];
  limit = argc * 100000L;
  for (unsigned i = 0; i < 5; i++) pthread_create(&t[i], 0, work, &places[i]);
  for (unsigned i = 0; i < 5; i++) pthread_join(t[i], 0);
  return 0;
}
