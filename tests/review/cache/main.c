#include <stdio.h>
#include <stdlib.h>

#include "cache.h"

#define READERS 3

static char *names[READERS] = {"name1", "name2", "name3"};

static void configure(int argc, char **argv) {
  settings.limit = argc > 1 ? atoi(argv[1]) : 40;
  settings.verbose = argc > 2;
}

int main(int argc, char **argv) {
  pthread_t readers[READERS], fill;
  int i;
  configure(argc, argv);
  pthread_create(&fill, NULL, filler, NULL);
  for (i = 0; i < READERS; ++i) pthread_create(&readers[i], NULL, reader, names[i]);
  pthread_join(fill, NULL);
  atomic_store(&stopping, 1);
  for (i = 0; i < READERS; ++i) pthread_join(readers[i], NULL);
  cache_trim();
  printf("%d names\n", cache.count);
  return 0;
}
