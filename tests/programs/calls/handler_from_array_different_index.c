// The threads call different elements of an array of functions, which use different globals.
#include <pthread.h>

static int added, shown;

static void add(int n) { added += n; }
static void show(int n) { shown = n; }

static void (*const handlers[])(int) = {add, show};

static void *serve(void *arg) {
  int code = *(int *)arg;
  handlers[code](code + 1);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  int first = 0, second = 1;
  pthread_create(&a, NULL, serve, &first);
  pthread_create(&b, NULL, serve, &second);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return added + shown != 3;
}
