// TSAN: silent: the library does not exist
// TODAY: unknown: whether callbacks are called as they were declared is not known
// Callbacks of two types go through one field, and whoever calls one knows which: what sets up is not
// called to log, when there are threads.
#include <pthread.h>
#include <stdlib.h>

extern void read_options(long *options);

struct callback {
  struct callback *next;
  void *function;
};

static struct callback *set_ups, *logs;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int level, lines;

static void add(struct callback **list, void *function) {
  struct callback *callback = malloc(sizeof *callback);
  if (!callback) abort();
  callback->function = function;
  callback->next = *list;
  *list = callback;
}

static void set_level(void) { level = 3; }

static void count_line(const char *text, int length) {
  pthread_mutex_lock(&lock);
  if (text && length > level) lines++;
  pthread_mutex_unlock(&lock);
}

static void say(const char *text, int length) {
  for (struct callback *c = logs; c; c = c->next) {
    void (*function)(const char *, int) = c->function;
    function(text, length);
  }
}

static void *work(void *arg) {
  say("work", 4);
  return arg;
}

int main(int argc, char **argv) {
  pthread_t threads[2];
  long options;
  (void)argv;
  read_options(&options);
  for (int i = 0; i < argc + 1000; ++i) add(&set_ups, (void *)set_level);
  for (int i = 0; i < argc + 1000; ++i) add(&logs, (void *)count_line);
  for (struct callback *c = set_ups; c; c = c->next) {
    void (*function)(void) = c->function;
    function();
  }
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return lines < 0;
}
