// Each round clears the flag before it starts its reader, which waits for the flag: the reader never
// sees that of an earlier round.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int done;
static int total;

static void set_done(int value) {
  pthread_mutex_lock(&lock);
  done = value;
  pthread_mutex_unlock(&lock);
}

static int is_done(void) {
  pthread_mutex_lock(&lock);
  int value = done;
  pthread_mutex_unlock(&lock);
  return value;
}

static void *reader(void *arg) {
  while (is_done() != 1) {
  }
  printf("%d\n", total);
  return arg;
}

int main(int argc, char **argv) {
  for (int i = 1; i < argc; ++i) {
    pthread_t thread;
    set_done(0);
    pthread_create(&thread, NULL, reader, NULL);
    total += argv[i][0];
    set_done(1);
    pthread_join(thread, NULL);
  }
  return 0;
}
