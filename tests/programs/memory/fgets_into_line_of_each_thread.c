// fgets writes a line buffer that every thread allocates for itself.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void *load(void *arg) {
  char *line = malloc(80);
  FILE *in = fopen("/proc/version", "r");
  if (line != NULL && in != NULL && fgets(line, 80, in) != NULL) printf("%c\n", line[0]);
  if (in != NULL) fclose(in);
  free(line);
  return arg;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, load, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
