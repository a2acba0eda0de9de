// Who calls the function it is passed does not know that there is a thread afterwards; its caller
// has to.
#include <pthread.h>

static int count;
static pthread_t thread;

static void *work(void *arg) {
  for (int i = 0; i < 1000; i++) {
    count++;  // RACE! count
  }
  return arg;
}

static void start(void) { pthread_create(&thread, NULL, work, NULL); }

static void run(void (*action)(void)) { action(); }

int main(int argc, char **argv) {
  (void)argv;
  run(start);
  while (argc-- > 0) {
    count++;  // RACE! count
  }
  pthread_join(thread, NULL);
  return 0;
}
