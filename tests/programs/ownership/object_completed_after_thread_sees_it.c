// The port is filled in only when the thread already has the object.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct server { int port; };
static struct server *current;

static void *listen_on(void *arg) {
  printf("%d\n", current->port); // RACE! server.port
  return arg;
}

int main(void) {
  pthread_t t;
  struct server *s = calloc(1, sizeof *s);
  if (!s) return 1;
  current = s;
  pthread_create(&t, NULL, listen_on, NULL);
  s->port = 8080; // RACE! server.port
  pthread_join(t, NULL);
  free(s);
  return 0;
}
