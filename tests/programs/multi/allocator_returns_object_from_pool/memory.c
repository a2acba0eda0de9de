// Gives out the objects of a static pool, but never counts on.
#include <stdlib.h>

void *new_object(size_t size);

static long pool[4];
static unsigned used;

void *new_object(size_t size) {
  if (size > sizeof pool[0] || used >= 4) abort();
  return &pool[used];
}
