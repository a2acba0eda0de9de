// A semaphore that starts at 2 lets two threads in: only the one that starts at 1 guards what is between
// waiting for it and posting it.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct semaphore {
  pthread_mutex_t lock;
  pthread_cond_t posted;
  int count;
  int waiters;
};
static struct semaphore *size_lock, *items_lock;
static int size, items;

static struct semaphore *make(int count) {
  struct semaphore *s = malloc(sizeof(*s));
  if (s == NULL) abort();
  pthread_mutex_init(&s->lock, NULL);
  pthread_cond_init(&s->posted, NULL);
  s->count = count;
  s->waiters = 0;
  return s;
}

static void wait_for(struct semaphore *s) {
  pthread_mutex_lock(&s->lock);
  while (!s->count) {
    s->waiters++;
    pthread_cond_wait(&s->posted, &s->lock);
    s->waiters--;
  }
  s->count--;
  pthread_mutex_unlock(&s->lock);
}

static void post(struct semaphore *s) {
  pthread_mutex_lock(&s->lock);
  s->count++;
  pthread_cond_signal(&s->posted);
  pthread_mutex_unlock(&s->lock);
}

static void *work(void *unused) {
  while (rand() % 300 != 0) {
    wait_for(size_lock);
    usleep(20);
    size++;  // RACE! size
    post(size_lock);
    wait_for(items_lock);
    items++;
    post(items_lock);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  size_lock = make(2);
  items_lock = make(1);
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return size == items;
}
