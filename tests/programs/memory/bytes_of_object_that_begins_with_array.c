// All bytes of an object are not only those of the array that it begins with.
// TSAN: silent: only few numbers are of the member that is written
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct page {
  char title[64];
  int reads;
  char path[64];
  struct part {
    int kind, size;
  } parts[8];
  int parsed;
};
static struct page front;

static void *reader(void *arg) {
  struct page *p = arg;
  const long n = rand() % 132;
  const char *c = (const char *)p;
  const char *title = p->title;
  while (*title == ' ') title++;
  printf("%c %c\n", c[n], *title);  // RACE! front.reads
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, reader, &front);
  front.reads = 1;  // RACE! front.reads
  pthread_join(t, NULL);
  return 0;
}
