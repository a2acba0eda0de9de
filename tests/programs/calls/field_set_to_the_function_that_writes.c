// The function is stored in the field it is called from: the call is certain.
#include <pthread.h>

struct provider {
  void (*on_close)(void *data, long size);
};

static int limit;

static void set_limit(void *unused, long value) {
  (void)unused;
  limit = (int)value;  // RACE! limit
}

static struct provider provider;

static void *worker(void *arg) {
  provider.on_close(arg, 1);
  return NULL;
}

int main(void) {
  provider.on_close = set_limit;
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return limit;
}
