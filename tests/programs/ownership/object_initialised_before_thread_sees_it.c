// The object is complete before its address is published and the thread created.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct server { int port; };
static struct server *current;

static void *listen_on(void *arg) {
  printf("%d\n", current->port);
  return arg;
}

int main(void) {
  pthread_t t;
  struct server *s = malloc(sizeof *s);
  if (!s) return 1;
  s->port = 8080;
  current = s;
  pthread_create(&t, NULL, listen_on, NULL);
  pthread_join(t, NULL);
  free(s);
  return 0;
}
