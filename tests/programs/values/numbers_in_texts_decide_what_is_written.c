// Which counter a thread writes is told by a text that it takes apart.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long counters[4];

static long part_of(char *text, int n) {
  char *rest = NULL, *end;
  const char *word = strtok_r(text, ",", &rest);
  while (word != NULL && n-- > 0) word = strtok_r(NULL, ",", &rest);
  if (word == NULL || strcspn(word, "=") == strlen(word)) return 0;
  const long value = strtol(strchr(word, '=') + 1, &end, 10);
  return *end == '\0' ? value : 0;
}

static void *count(void *arg) {
  char text[32];
  snprintf(text, sizeof text, "first=%d,second=%d", *(int *)arg, 3);
  counters[part_of(text, 1)]++; // RACE! counters[]
  return arg;
}

int main(void) {
  int one = 1, two = 2;
  pthread_t t;
  pthread_create(&t, NULL, count, &one);
  count(&two);
  pthread_join(t, NULL);
  return 0;
}
