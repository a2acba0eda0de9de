// Memory that is given back on the way to exit, while another thread still uses it.
// TSAN: silent
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct table {
  int used;
};

static struct table *table;

static void *worker(void *arg) {
  for (int i = 0; i < 100000; i++) table->used++; // RACE! table.used
  return arg;
}

static void finish(const char *why) {
  fputs(why, stderr);
  free(table); // RACE! table.used
  exit(EXIT_FAILURE);
}

int main(void) {
  pthread_t thread;
  table = calloc(1, sizeof *table);
  if (table == NULL) return 1;
  pthread_create(&thread, NULL, worker, NULL);
  FILE *file = fopen("/proc/self/no such file", "r");
  if (file != NULL) finish("it is there");
  pthread_join(thread, NULL);
  free(table);
  return 0;
}
