// Two pointers into one array inside of an object.
// TSAN: silent: few of the numbers meet
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
  const char *c = p->path + (unsigned long)n % 4;
  while (*c == ' ') c++;  // RACE! front.path[]
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, reader, &front);
  char *end = front.path;
  *end = 'x';  // RACE! front.path[]
  pthread_join(t, NULL);
  return 0;
}
