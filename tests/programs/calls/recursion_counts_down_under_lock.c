// Each call takes the lock of a structure that is handed down, with a number that counts down.
#include <pthread.h>
#include <stdlib.h>

struct tally {
  pthread_mutex_t lock;
  int depth, sum;
};

static void descend(struct tally *t, int n) {
  if (n <= 0) return;
  pthread_mutex_lock(&t->lock);
  t->depth++;
  t->sum += n;
  pthread_mutex_unlock(&t->lock);
  descend(t, n - 1);
  pthread_mutex_lock(&t->lock);
  t->depth--;
  pthread_mutex_unlock(&t->lock);
}

static void *work(void *arg) {
  descend(arg, rand() % 5);
  return NULL;
}

int main(void) {
  struct tally t = {PTHREAD_MUTEX_INITIALIZER, 0, 0};
  pthread_t a, b;
  pthread_create(&a, NULL, work, &t);
  pthread_create(&b, NULL, work, &t);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return t.depth;
}
