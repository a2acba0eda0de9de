// Neighbouring bit-fields are one memory location, so writing different ones is a race.
#include <pthread.h>

static struct {
  unsigned on : 1;
  unsigned level : 4;
} lamp;

static void *dim(void *arg) {
  lamp.level = 3; // RACE! lamp.on
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, dim, NULL);
  lamp.on = 1; // RACE! lamp.on
  pthread_join(t, NULL);
  return lamp.level == 9;
}
