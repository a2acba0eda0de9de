// A loop over the lines of a file ends, for fgets returns null at its end: what follows is reached.
#include <pthread.h>
#include <stdio.h>

static int files;

static void *count(void *arg) {
  char line[80];
  while (fgets(line, sizeof line, stdin) != NULL)
    ;
  files++; // RACE! files
  return arg;
}

int main(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, count, NULL) != 0)
    return 1;
  files++;
  pthread_join(thread, NULL);
  return 0;
}
