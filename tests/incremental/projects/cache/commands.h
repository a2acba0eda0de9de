#ifndef COMMANDS_H
#define COMMANDS_H
#include "cache.h"

struct command {
  const char* name;
  int (*run)(cache* c, int key);
};

const struct command* command_at(int index);
int command_run(cache* c, int index, int key);

#endif
