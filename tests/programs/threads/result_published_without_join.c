// The thread publishes a heap object in a global; main looks for it without joining.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int *found;

static void *count_vowels(void *arg) {
  int *n = malloc(sizeof *n);
  if (!n) return NULL;
  *n = 6;
  found = n; // RACE! found
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, count_vowels, "a sea of notes");
  puts(found != NULL ? "there" : "not yet"); // RACE! found
  pthread_join(t, NULL);
  free(found);
  return 0;
}
