// A bit-field of width zero puts the two others into separate memory locations.
#include <pthread.h>

static struct {
  unsigned on : 1;
  unsigned : 0;
  unsigned level : 4;
} lamp;

static void *dim(void *arg) {
  lamp.level = 3;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, dim, NULL);
  lamp.on = 1;
  pthread_join(t, NULL);
  return lamp.level + lamp.on != 4;
}
