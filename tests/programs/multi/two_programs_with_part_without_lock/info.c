#include <stddef.h>

static const char *entry;

void update_info(const char *name) {
  entry = name; // RACE! entry
}

void disable_info(void) { update_info(NULL); }
