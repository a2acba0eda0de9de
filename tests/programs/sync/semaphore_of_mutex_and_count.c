// A semaphore made of a mutex, a condition variable and a count: who has waited for it comes after
// what was done before the first post, whoever else waits.
#include <pthread.h>

struct semaphore {
  pthread_mutex_t lock;
  pthread_cond_t posted;
  int count;
};
static struct semaphore ready = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
static int data;

static void wait_for(struct semaphore *s) {
  pthread_mutex_lock(&s->lock);
  while (s->count == 0) pthread_cond_wait(&s->posted, &s->lock);
  s->count--;
  pthread_mutex_unlock(&s->lock);
}

static void post(struct semaphore *s) {
  pthread_mutex_lock(&s->lock);
  s->count++;
  pthread_cond_signal(&s->posted);
  pthread_mutex_unlock(&s->lock);
}

static void *read_it(void *unused) {
  wait_for(&ready);
  return data > 3 ? unused : NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, read_it, NULL);
  pthread_create(&b, NULL, read_it, NULL);
  data = 42;
  post(&ready);
  post(&ready);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
