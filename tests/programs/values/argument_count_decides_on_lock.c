// The lock is taken only if the program has got arguments; the count is read either way.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int lines_seen;

static void *reader(void *arg) {
  pthread_mutex_lock(&m);
  lines_seen = 12; // RACE! lines_seen
  pthread_mutex_unlock(&m);
  return arg;
}

int main(int argc, char **argv) {
  pthread_t t;
  int n;
  pthread_create(&t, NULL, reader, NULL);
  if (argc > 1) {
    pthread_mutex_lock(&m);
    n = lines_seen;
    pthread_mutex_unlock(&m);
  } else {
    n = lines_seen; // RACE! lines_seen
  }
  printf("%s %d\n", argv[0], n);
  pthread_join(t, NULL);
  return 0;
}
