// Functions of a constant table lead back to where they are called from.
#include <pthread.h>

enum { OPEN, DATA, CLOSE };

struct connection {
  int state;
  int bytes;
  int errors;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct connection shared;

static void dispatch(struct connection *c, int event, int arg);

static void on_open(struct connection *c, int arg) {
  c->state = 1;
  if (arg > 0) dispatch(c, DATA, arg - 1);
}

static void on_data(struct connection *c, int arg) {
  c->bytes += arg;
  if (arg == 7) dispatch(c, CLOSE, 0);
}

static void on_close(struct connection *c, int arg) {
  c->state = 0;
  c->errors += arg;
}

static const struct {
  const char *name;
  void (*run)(struct connection *, int);
} handlers[] = {{"open", on_open}, {"data", on_data}, {"close", on_close}};

static void dispatch(struct connection *c, int event, int arg) { handlers[event].run(c, arg); }

static void *work(void *number) {
  int first = *(int *)number;
  for (int i = 0; i < 1000; i++) {
    pthread_mutex_lock(&lock);
    dispatch(&shared, (first + i) % 3, i);
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

int main(int argc, char **argv) {
  (void)argv;
  double share = argc * 0.5;
  if (share > 100.0) return 1;
  pthread_t threads[4];
  int numbers[4];
  for (int i = 0; i < 4; i++) {
    numbers[i] = i;
    pthread_create(&threads[i], NULL, work, &numbers[i]);
  }
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  return shared.bytes;
}
