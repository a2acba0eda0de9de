// Both threads write an element of the array at the end of a heap object.
#include <pthread.h>
#include <stdlib.h>

struct packet { size_t length; unsigned char data[]; };

static void *stamp(void *arg) {
  struct packet *p = arg;
  p->data[p->length - 1] = 0x7f; // RACE! packet.data[]
  return NULL;
}

int main(void) {
  pthread_t t;
  struct packet *p = malloc(sizeof *p + 2);
  if (!p) return 1;
  p->length = 2;
  pthread_create(&t, NULL, stamp, p);
  for (size_t i = 0; i < p->length; i++) p->data[i] = 0; // RACE! packet.data[]
  pthread_join(t, NULL);
  free(p);
  return 0;
}
