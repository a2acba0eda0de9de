// The thread returns a heap object, which main gets from pthread_join.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void *count_vowels(void *arg) {
  const char *text = arg;
  int *n = malloc(sizeof *n);
  if (!n) return NULL;
  *n = 0;
  for (; *text; text++)
    if (*text == 'a' || *text == 'e' || *text == 'o') (*n)++;
  return n;
}

int main(void) {
  pthread_t t;
  void *result = NULL;
  pthread_create(&t, NULL, count_vowels, "a sea of notes");
  pthread_join(t, &result);
  if (result) printf("%d\n", *(int *)result);
  free(result);
  return 0;
}
