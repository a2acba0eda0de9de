// Only unpack.c defines it, so this file is no part of pack.
#include <stddef.h>

extern int queue_length;
static const char *path;

void update_info(const char *name) {
  if (queue_length > 0) path = name;
}

void disable_info(void) { path = NULL; }
