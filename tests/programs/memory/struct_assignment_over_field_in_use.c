// Assigning a whole struct overwrites the field that the other thread reads.
#include <pthread.h>
#include <stdio.h>

typedef struct { int width; char unit; } format;
static format page = {210, 'm'};

static void *show(void *arg) {
  printf("%d\n", page.width); // RACE! page.width
  return arg;
}

int main(void) {
  pthread_t t;
  const format letter = {216, 'm'};
  pthread_create(&t, NULL, show, NULL);
  page = letter; // RACE! page.width
  pthread_join(t, NULL);
  return 0;
}
