// The first user starts a thread, and nobody waits for it: what it is handed is set up again while it
// may run.
#include <pthread.h>

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
  own->run();  // RACE! run
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
  if (--users == 0) pthread_detach(control.handle);
  pthread_mutex_unlock(&lock);
}

int main(void) {
  for (int i = 0; i < 3; i++) {
    enter();
    enter();
    leave();
    leave();
  }
  return 0;
}
