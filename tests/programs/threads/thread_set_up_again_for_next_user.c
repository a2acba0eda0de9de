// The first user starts a thread, the last one waits for it: what the thread is handed is set up again
// only when it has ended.
// TODAY: unknown: what the library does is not known
// TSAN: silent: the library does not exist
#include <pthread.h>

extern int more_users(long *options);

struct control {
  void (*run)(void);
  pthread_t handle;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int users;
static struct control control;
static long done;

static void serve(void) { __atomic_fetch_add(&done, 1, __ATOMIC_SEQ_CST); }

static void *entry(void *arg) {
  struct control *own = arg;
  own->run();
  return NULL;
}

static void start(struct control *own) {
  own->run = serve;
  pthread_create(&own->handle, NULL, entry, own);
}

static void enter(void) {
  pthread_mutex_lock(&lock);
  if (users++ == 0) start(&control);
  pthread_mutex_unlock(&lock);
}

static void leave(void) {
  pthread_mutex_lock(&lock);
  if (--users == 0) pthread_join(control.handle, NULL);
  pthread_mutex_unlock(&lock);
}

int main(void) {
  long options;
  while (more_users(&options)) {
    enter();
    enter();
    leave();
    leave();
  }
  return 0;
}
