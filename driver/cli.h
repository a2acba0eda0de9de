// The command `plait`: words in, report out, exit code back. docs/cli.md says the same for people.
#ifndef PLAIT_DRIVER_CLI_H_
#define PLAIT_DRIVER_CLI_H_

#include <string>
#include <vector>

namespace plait {

inline constexpr int kExitClean = 0;  // no race found
inline constexpr int kExitRaces = 1;
inline constexpr int kExitUsage = 2;        // the command line or a configuration is wrong
inline constexpr int kExitFailedUnits = 3;  // finished without races, but some units failed
inline constexpr int kExitInternal = 70;    // a defect of Plait

inline constexpr char kVersion[] = "0.1.0";

// Runs one command; `words` without the program's name. Returns the exit code.
int RunCommand(const std::vector<std::string>& words);

}  // namespace plait

#endif  // PLAIT_DRIVER_CLI_H_
