// What main writes is the first byte of the text.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct log {
  char *name;
  char stamp[20];
  int is_over;
};
struct view {
  char *text;
  unsigned long length;
};

static void stamp(struct view *v, const char *text) {
  strncpy(v->text, text, v->length); // RACE! log.stamp[]
}

static void *work(void *arg) {
  struct log *l = arg;
  struct view v = {l->stamp, sizeof l->stamp};
  const char *home = getenv("HOME");
  stamp(&v, home != NULL ? home : "nowhere");
  return NULL;
}

int main(void) {
  struct log *l = calloc(1, sizeof *l);
  pthread_t t;
  pthread_create(&t, NULL, work, l);
  l->stamp[0] = 1; // RACE! log.stamp[]
  pthread_join(t, NULL);
  free(l);
  return 0;
}
