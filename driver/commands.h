// The commands of plait, one object each: what it is called, what its help says, which flags it
// takes, and what it does.
#ifndef PLAIT_DRIVER_COMMANDS_H_
#define PLAIT_DRIVER_COMMANDS_H_

#include <functional>
#include <string>
#include <vector>

#include "driver/flags.h"

namespace plait {

struct Command {
  const char* name;
  const char* summary;
  const char* help;
  std::vector<std::string> flags;
  std::function<int(const CommandLine&)> run;  // returns the exit code
};

Command ScanCommand();
Command ReviewCommand();
Command DiffCommand();
Command SummaryCommand();
Command IrCommand();
Command ExecuteCommand();
Command CacheCommand();
Command ModelsCommand();

}  // namespace plait

#endif  // PLAIT_DRIVER_COMMANDS_H_
