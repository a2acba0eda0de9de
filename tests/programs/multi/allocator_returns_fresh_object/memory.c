// Allocates an object for everyone who asks.
#include <stdlib.h>

void *new_object(size_t size);

void *new_object(size_t size) {
  void *object = calloc(1, size);
  if (object == NULL) abort();
  return object;
}
