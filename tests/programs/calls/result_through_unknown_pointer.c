// TODAY: unknown: the function that the table leads to is not there
// What a function that is not known writes by way of an argument is not what was there before.
// TSAN: silent: the library is not linked to it
#include <pthread.h>

struct operations {
  int (*probe)(int *found);
};
struct operations *find_operations(void);

static int devices;

static void *watch(void *arg) {
  ++devices; // RACE! devices
  return arg;
}

int main(void) {
  struct operations *operations = find_operations();
  int found = 0;
  operations->probe(&found);
  pthread_t watcher;
  pthread_create(&watcher, NULL, watch, NULL);
  if (found) ++devices; // RACE! devices
  pthread_join(watcher, NULL);
  return 0;
}
