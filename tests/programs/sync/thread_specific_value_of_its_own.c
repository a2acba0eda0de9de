// Each thread stores its own heap object under a key and changes only that.
#include <pthread.h>
#include <stdlib.h>

struct session { int requests; };
static pthread_key_t key;

static void request(void) {
  struct session *s = pthread_getspecific(key);
  s->requests++;
}

static void *serve(void *arg) {
  struct session *s = calloc(1, sizeof *s);
  if (s == NULL) return NULL;
  pthread_setspecific(key, s);
  request();
  request();
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_key_create(&key, free);
  pthread_create(&a, NULL, serve, NULL);
  pthread_create(&b, NULL, serve, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_key_delete(key);
  return 0;
}
