// memcpy reads the struct that the thread is changing.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct record { int id; char tag[12]; };
static struct record latest = {1, "start"};

static void *renumber(void *arg) {
  latest.id = 2; // RACE! latest.id
  return arg;
}

int main(void) {
  pthread_t t;
  struct record saved;
  pthread_create(&t, NULL, renumber, NULL);
  memcpy(&saved, &latest, sizeof saved); // RACE! latest.id
  pthread_join(t, NULL);
  printf("%d %s\n", saved.id, saved.tag);
  return 0;
}
