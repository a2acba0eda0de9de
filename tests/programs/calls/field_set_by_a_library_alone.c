// TODAY: unknown: what the library stores in the record cannot be seen
// TSAN: silent: the library does not exist
// A function is called through a field that nothing in the program sets: it need not be the only one
// of that type.
#include <pthread.h>
#include <stdlib.h>

struct provider {
  void (*on_close)(void *data, long size);
};
struct stream {
  struct provider *provider;
  void *data;
};

static int limit;

static void set_limit(void *unused, long value) {
  (void)unused;
  limit = (int)value;
}
void (*const handlers[])(void *, long) = {set_limit};

extern struct provider *find(void);

static void *worker(void *arg) {
  struct stream *stream = arg;
  if (stream->provider->on_close != NULL) stream->provider->on_close(stream->data, 1);
  return NULL;
}

int main(void) {
  struct stream stream = {find(), NULL};
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, &stream);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return limit;
}
