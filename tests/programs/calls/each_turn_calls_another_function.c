// TSAN: silent: the library does not exist
// TODAY: unknown: that no function is twice on the list is not known
// One of the functions on a list starts a thread: each turn calls another one.
#include <pthread.h>
#include <stdlib.h>

extern void read_options(long *options);

struct step {
  struct step *next;
  void (*run)(void);
};

static struct step *steps;
static pthread_t thread;
static int count;

static void *work(void *arg) {
  count++;
  return arg;
}

static void start(void) { pthread_create(&thread, NULL, work, NULL); }

static void rest(void) {}

static void add(void (*run)(void)) {
  struct step *step = malloc(sizeof *step);
  if (!step) abort();
  step->run = run;
  step->next = steps;
  steps = step;
}

int main(int argc, char **argv) {
  long options;
  (void)argv;
  read_options(&options);
  add(start);
  for (int i = 0; i < argc + 1000; ++i) add(rest);
  for (struct step *step = steps; step; step = step->next) step->run();
  pthread_join(thread, NULL);
  return 0;
}
