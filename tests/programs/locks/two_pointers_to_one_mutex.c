// Two global pointers lead to the same mutex.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t real = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t *reader_lock = &real;
static pthread_mutex_t *writer_lock = &real;
static unsigned version;

static void *publish(void *arg) {
  pthread_mutex_lock(writer_lock);
  version = 2;
  pthread_mutex_unlock(writer_lock);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, publish, NULL);
  pthread_mutex_lock(reader_lock);
  printf("%u\n", version);
  pthread_mutex_unlock(reader_lock);
  pthread_join(t, NULL);
  return 0;
}
