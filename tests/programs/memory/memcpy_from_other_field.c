// memcpy reads only the field of the struct that nobody is changing.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct record { int id; char tag[12]; };
static struct record latest = {1, "start"};

static void *renumber(void *arg) {
  latest.id = 2;
  return arg;
}

int main(void) {
  pthread_t t;
  char saved[12];
  pthread_create(&t, NULL, renumber, NULL);
  memcpy(saved, latest.tag, sizeof saved);
  pthread_join(t, NULL);
  printf("%d %s\n", latest.id, saved);
  return 0;
}
