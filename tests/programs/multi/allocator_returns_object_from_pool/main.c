// Every thread works on the object that it got from another file, which gives the same one to all.
#include <pthread.h>
#include <stdlib.h>

void *new_object(size_t size);

static void *cook(void *arg) {
  long *minutes = new_object(sizeof *minutes);
  *minutes += 4; // RACE! pool[]
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, cook, NULL);
  cook(NULL);
  pthread_join(t, NULL);
  return 0;
}
