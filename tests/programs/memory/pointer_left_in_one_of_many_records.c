// What a function leaves in one of several records of its caller, it finds there behind a lock.
// TODAY: unknown: too little is known of a branch on the way, and no execution shows it
#include <pthread.h>
#include <stdlib.h>
struct s {
  int *p;
  int other;
};
static int total;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void aim(struct s *a, struct s *b, struct s *d, struct s *e, struct s *f, struct s *g,
                int c) {
  struct s *x = a;
  switch (c) {
    case 1:
      x = b;
      break;
    case 2:
      x = d;
      break;
    case 3:
      x = e;
      break;
    case 4:
      x = f;
      break;
    case 5:
      x = g;
      break;
  }
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  x->p = &total;
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  int *q = a->p;
  if (q) *q = 1;  // RACE! total
}
static void *work(void *u) {
  struct s o[6] = {{0, 0}};
  aim(&o[0], &o[1], &o[2], &o[3], &o[4], &o[5], *(int *)u - 1);
  return u;
}
int main(int argc, char **argv) {
  pthread_t a, b;
  (void)argv;
  if (system("true") != 0) return 1;  // executions end here
  pthread_create(&a, 0, work, &argc);
  pthread_create(&b, 0, work, &argc);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
