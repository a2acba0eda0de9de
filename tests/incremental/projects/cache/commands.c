#include "commands.h"
#include "trace.h"

static int runs;

static int get(cache *c, int key) {
  int value = 0;
  if (!cache_get(c, key, &value))
    TRACE("no %d", key);
  return value;
}

static int put(cache *c, int key) {
  cache_put(c, key, key * 2);
  return 0;
}

static int clear(cache *c, int key) {
  (void)key;
  cache_clear(c);
  return 0;
}

static const struct command commands[] = {{"get", get}, {"put", put}, {"clear", clear}};

const struct command *command_at(int index) {
  return &commands[index % 3];
}

int command_run(cache *c, int index, int key) {
  runs++;
  return command_at(index)->run(c, key);
}
