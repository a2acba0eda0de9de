// Every thread stores the address of the same object under the key.
#include <pthread.h>

struct session { int requests; };
static pthread_key_t key;
static struct session common;

static void request(void) {
  struct session *s = pthread_getspecific(key);
  s->requests++; // RACE! common.requests
}

static void *serve(void *arg) {
  pthread_setspecific(key, &common);
  request();
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_key_create(&key, NULL);
  pthread_create(&a, NULL, serve, NULL);
  pthread_create(&b, NULL, serve, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_key_delete(key);
  return common.requests == 0;
}
