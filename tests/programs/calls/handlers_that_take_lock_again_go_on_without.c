// Functions of a constant table lead back to where a lock is taken that its holder may take again; one
// of them goes on once it has been given back.
#include <pthread.h>

enum { OPEN, DATA, CLOSE };

struct connection {
  int state;
  int bytes;
  int errors;
};

static pthread_mutex_t lock;
static struct connection shared;

static void dispatch(struct connection *c, int event, int arg);

static void on_open(struct connection *c, int arg) {
  c->state = 1;
  if (arg > 0) dispatch(c, DATA, arg - 1);
}

static void on_data(struct connection *c, int arg) {
  c->bytes += arg;
  if (arg > 7) dispatch(c, DATA, arg / 2);
  else dispatch(c, CLOSE, 0);
}

static void on_close(struct connection *c, int arg) {
  c->state = 0;
  c->errors += arg;
}

static const struct {
  const char *name;
  void (*run)(struct connection *, int);
} handlers[] = {{"open", on_open}, {"data", on_data}, {"close", on_close}};

static void dispatch(struct connection *c, int event, int arg) {
  pthread_mutex_lock(&lock);
  handlers[event].run(c, arg);
  pthread_mutex_unlock(&lock);
  if (event == OPEN) c->errors++; // RACE! shared.errors
}

static void *work(void *number) {
  int first = *(int *)number;
  for (int i = 0; i < 1000; i++) {
    dispatch(&shared, (first + i) % 3, i);
  }
  return NULL;
}

int main(void) {
  pthread_mutexattr_t recursive;
  pthread_mutexattr_init(&recursive);
  pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&lock, &recursive);
  pthread_t threads[4];
  int numbers[4];
  for (int i = 0; i < 4; i++) {
    numbers[i] = i;
    pthread_create(&threads[i], NULL, work, &numbers[i]);
  }
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  return shared.bytes;
}
