// Who is handed a function and calls it goes on with the pointer that it has put there.
#include <pthread.h>

struct context {
  int* count;
};
static int first, second;

static void set(struct context* context) { context->count = &second; }

static void count(struct context* context, void (*prepare)(struct context*)) {
  context->count = &first;
  prepare(context);
  ++*context->count;  // RACE! second
}

static void* work(void* argument) {
  struct context context = {0};
  count(&context, set);
  return argument;
}

int main(void) {
  pthread_t thread;
  struct context context = {0};
  pthread_create(&thread, 0, work, 0);
  count(&context, set);
  pthread_join(thread, 0);
  return first + second == 2 ? 0 : 1;
}
