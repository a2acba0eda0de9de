// The command `plait`: words in, report out, exit code back. docs/cli.md says the same for people.
#ifndef PLAIT_DRIVER_CLI_H_
#define PLAIT_DRIVER_CLI_H_

#include <string>
#include <vector>

namespace plait {

// Runs one command; `words` without the program's name. Returns the exit code.
int RunCommand(const std::vector<std::string>& words);

}  // namespace plait

#endif  // PLAIT_DRIVER_CLI_H_
