// Options that point into the arguments of main, read by threads.
#include <getopt.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int count = 2;
static const char *title = "none";
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *work(void *name) {
  pthread_mutex_lock(&lock);
  total += count;
  printf("%s %s\n", title, (const char *)name);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t threads[8];
  for (int c = getopt(argc, argv, "n:t:"); c != -1; c = getopt(argc, argv, "n:t:")) {
    if (c == 'n') count = atoi(optarg);
    if (c == 't') title = optarg;
  }
  if (optind >= argc || count < 1 || count > 8) return 1;
  for (int i = 0; i < count; i++) {
    if (pthread_create(&threads[i], NULL, work, argv[optind]) != 0) exit(1);
  }
  for (int i = 0; i < count; i++) pthread_join(threads[i], NULL);
  return total > 1000;
}
