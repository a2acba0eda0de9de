// A pointer that is into an array on one way, and to the object that begins with it on another.
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
  const char *c = p->title;
  if (n > 7) c = (const char *)p;
  printf("%c\n", c[n]);  // RACE! front.reads
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, reader, &front);
  front.reads = 1;  // RACE! front.reads
  pthread_join(t, NULL);
  return 0;
}
