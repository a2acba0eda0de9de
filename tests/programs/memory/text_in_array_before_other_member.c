// A text of unknown length lies in an array that another member follows: it ends before that member,
// which the other thread writes.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static struct {
  int size;
  char title[16];
  char note[16];
  int edits;
} page = {1, "untitled", "", 0};

static void *edit(void *arg) {
  page.edits++;
  return arg;
}

int main(int argc, char **argv) {
  if (argc > 1) strncpy(page.title, argv[1], sizeof page.title - 1);
  pthread_t t;
  pthread_create(&t, NULL, edit, NULL);
  printf("%zu %zu\n", strlen(page.title), strlen(page.note));
  pthread_join(t, NULL);
  return 0;
}
