// Both threads call the element of an array of functions that adds to a global.
#include <pthread.h>

static int added, shown;

static void add(int n) {
  added += n; // RACE! added
}

static void show(int n) { shown = n; }  // FALSE-ALARM shown: values and paths are not told apart

static void (*const handlers[])(int) = {add, show};

static void *serve(void *arg) {
  int code = *(int *)arg;
  handlers[code](code + 1);
  return NULL;
}

int main(void) {
  pthread_t a, b, c;
  int first = 0, second = 1, third = 0;
  pthread_create(&a, NULL, serve, &first);
  pthread_create(&b, NULL, serve, &second);
  pthread_create(&c, NULL, serve, &third);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return shown != 2;
}
