// The function that hands out buffers always returns the same one.
#include <pthread.h>
#include <stdlib.h>

struct buffer { int used; };
static struct buffer spare;

static struct buffer *get_buffer(void) { return &spare; }

static void *write_note(void *arg) {
  struct buffer *mine = get_buffer();
  mine->used++; // RACE! spare.used
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, write_note, NULL);
  pthread_create(&b, NULL, write_note, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return spare.used == 0;
}
