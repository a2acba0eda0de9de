// The object around an array is found by going back from an element.
// TODAY: unknown: the library does not exist
// TSAN: silent: the library does not exist
#include <pthread.h>
#include <stdio.h>

extern void read_options(long *options);

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
  long n = 0;
  read_options(&n);
  const struct part *part = p->parts;
  part += n;
  const char *first = (const char *)part - 132 - part->kind * 8;
  printf("%d\n", ((const struct page *)first)->reads);  // RACE! front.reads
  return NULL;
}

int main(void) {
  pthread_t t;
  for (int i = 0; i < 8; i++) front.parts[i].kind = i;
  pthread_create(&t, NULL, reader, &front);
  front.reads = 1;  // RACE! front.reads
  pthread_join(t, NULL);
  return 0;
}
