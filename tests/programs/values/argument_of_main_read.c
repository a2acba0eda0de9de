// What the command line says is read before the threads, and by them.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int repeats = 4;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *worker(void *arg) {
  const char *name = arg;
  if (name[0] == 'q') return NULL;
  pthread_mutex_lock(&lock);
  for (int i = 0; i < repeats; i++) count++;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t t, u;
  if (argc > 2) {
    fprintf(stderr, "usage: %s [number]\n", argv[0]);
    return 1;
  }
  for (int i = 1; i < argc; i++) {
    if (argv[i][0] != '-') repeats = atoi(argv[i]);
  }
  pthread_create(&t, NULL, worker, argv[0]);
  pthread_create(&u, NULL, worker, argv[0]);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return count == 0;
}
