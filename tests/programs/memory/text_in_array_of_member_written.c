// A text of unknown length lies in the array that the other thread writes to, further on.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static struct {
  int size;
  char title[16];
  int edits;
} page = {1, "untitled", 0};

static void *edit(void *arg) {
  page.title[3] = '-'; // RACE! page.title[]
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, edit, NULL);
  printf("%zu\n", strlen(page.title)); // RACE! page.title[]
  pthread_join(t, NULL);
  return 0;
}
