// Functions that a library is handed, one by one and in a record, may be called: they start threads.
// VERDICT: unknown: what the library does is not known
#include <pthread.h>

struct operations {
  int size;
  void (*open)(const char *name);
};

// TSAN: silent: the library does not exist
extern void add_test(const char *name, void (*test)(void));
extern int serve(const struct operations *operations);

static int tested, opened;

static void *count_test(void *arg) {
  tested++;  // RACE! tested
  return arg;
}

static void *count_open(void *arg) {
  opened++;  // RACE! opened
  return arg;
}

static void run_two(void *(*work)(void *)) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}

static void test(void) { run_two(count_test); }

static void open_file(const char *name) {
  (void)name;
  run_two(count_open);
}

int main(void) {
  struct operations operations = {.size = sizeof operations, .open = open_file};
  add_test("two threads", test);
  return serve(&operations);
}
