// The flag is read and set under a lock, the data is used outside of it, after the flag was seen.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct { int ready; int data; } box;

static void publish(int value) {
  box.data = value;
  pthread_mutex_lock(&m);
  box.ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&m);
}

static void await(void) {
  pthread_mutex_lock(&m);
  while (!box.ready) pthread_cond_wait(&changed, &m);
  pthread_mutex_unlock(&m);
}

static void *produce(void *arg) {
  publish(42);
  return arg;
}

static void *consume(void *arg) {
  await();
  box.data++;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, consume, NULL);
  pthread_create(&b, NULL, produce, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return box.data;
}
