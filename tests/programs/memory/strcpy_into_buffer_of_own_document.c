// strcpy fills a buffer inside the object that belongs to the thread.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct document { char title[32]; };
static struct document draft = {"untitled"}, archive = {"old papers"};

static void *rename_it(void *arg) {
  struct document *d = arg;
  strcpy(d->title, "first draft");
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, rename_it, &draft);
  size_t length = strlen(archive.title);
  pthread_join(t, NULL);
  printf("%zu %s\n", length, draft.title);
  return 0;
}
