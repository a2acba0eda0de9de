// A creation behind two functions that are told what to run: who tells them tells threads apart.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long turns;
static int head, tail, other;
static int create_inner(pthread_t *t, void *(*fn)(void *), void *arg) {
  return pthread_create(t, 0, fn, arg);
}
static int create_outer(pthread_t *t, void *(*fn)(void *), void *arg) {
  return create_inner(t, fn, arg);
}
static pthread_t keeper, worker, scanner;
static void *keep(void *arg) {
  pthread_mutex_lock(&m);
  other++;
  pthread_mutex_unlock(&m);
  return arg;
}
static void *work(void *arg) {
  for (long i = 0; i < turns; i++) {
    pthread_mutex_lock(&m);
    head++;
    pthread_mutex_unlock(&m);
  }
  return arg;
}
static void *scan(void *arg) {
  tail++;
  return arg;
}
static void keeper_init(void) { create_outer(&keeper, keep, 0); }
static void worker_init(void) {
  head = 1;
  create_outer(&worker, work, 0);
}
static void scanner_init(void) { create_outer(&scanner, scan, 0); }
static void init(void) {
  keeper_init();
  worker_init();
  scanner_init();
}
static int loop(void) {
  init();
  return 0;
}
int main(int argc, char **argv) {
  turns = argc;
  loop();
  pthread_join(keeper, 0);
  pthread_join(worker, 0);
  pthread_join(scanner, 0);
  return tail;
}
