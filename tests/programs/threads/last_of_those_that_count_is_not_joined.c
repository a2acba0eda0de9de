// Each thread counts in its own part of the text. All are waited for but the last.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define PARTS 6
#define SIZE 300000

struct part {
  const char* begin;
  const char* end;
  unsigned long spaces;
};

static void* count(void* argument) {
  struct part* part = argument;
  for (const char* at = part->begin; at < part->end; ++at) {
    if (*at == ' ') part->spaces++;  // RACE! parts[].spaces
  }
  return 0;
}

int main(void) {
  static struct part parts[PARTS];
  pthread_t threads[PARTS];
  char* text = malloc(SIZE);
  unsigned long spaces = 0;
  for (int i = 0; i < SIZE; ++i) text[i] = i % 7 == 0 ? ' ' : 'x';
  for (int i = 0; i < PARTS; ++i) {
    parts[i].begin = text + i * (SIZE / PARTS);
    parts[i].end = parts[i].begin + SIZE / PARTS;
  }
  for (int i = 1; i < PARTS; ++i) {
    if (pthread_create(&threads[i], 0, count, &parts[i]) != 0) return 1;
  }
  count(&parts[0]);
  for (int i = 1; i < PARTS - 1; ++i) pthread_join(threads[i], 0);
  for (int i = 0; i < PARTS; ++i) spaces += parts[i].spaces;
  printf("%lu\n", spaces);
  return 0;
}
