// The thread writes the array at the end of a heap object, and main the header before it.
#include <pthread.h>
#include <stdlib.h>

struct packet { size_t length; int urgent; unsigned char data[]; };

static void *stamp(void *arg) {
  struct packet *p = arg;
  p->data[p->length - 1] = 0x7f;
  return NULL;
}

int main(void) {
  pthread_t t;
  struct packet *p = malloc(sizeof *p + 2);
  if (!p) return 1;
  p->length = 2;
  pthread_create(&t, NULL, stamp, p);
  p->urgent = 1;
  pthread_join(t, NULL);
  int wrong = p->data[1] != 0x7f || !p->urgent;
  free(p);
  return wrong;
}
