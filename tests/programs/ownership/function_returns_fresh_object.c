// Each thread works on the object which a function has just allocated for it.
#include <pthread.h>
#include <stdlib.h>

struct buffer { int used; char text[16]; };

static struct buffer *new_buffer(void) {
  struct buffer *b = malloc(sizeof *b);
  if (!b) abort();
  b->used = 0;
  return b;
}

static void put(struct buffer *b, char c) { b->text[b->used++] = c; }

static void *write_note(void *arg) {
  struct buffer *mine = new_buffer();
  put(mine, 'h');
  put(mine, 'i');
  free(mine);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, write_note, NULL);
  pthread_create(&b, NULL, write_note, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
