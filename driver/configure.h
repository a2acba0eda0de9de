// Fills in the flags that the command line left open: from the environment, then from the project's
// configuration file. Also tells where each value came from.
//
//   command line  >  PLAIT_JOBS=8  >  .plait.yaml: jobs: 4  >  default
#ifndef PLAIT_DRIVER_CONFIGURE_H_
#define PLAIT_DRIVER_CONFIGURE_H_

#include <string>
#include <vector>

#include "absl/flags/declare.h"
#include "absl/status/status.h"
#include "config/config.h"
#include "driver/flags.h"

ABSL_DECLARE_FLAG(std::string, config);
ABSL_DECLARE_FLAG(bool, no_config);
ABSL_DECLARE_FLAG(bool, dump_config);

namespace plait {

// Flags that every command takes, about its configuration.
const std::vector<std::string>& ConfigFlags();

// `command_flags`: what the command takes. `all_flags`: what any command takes: the keys that the
// file can have. The file is --config, else the nearest one from the current folder upwards, but
// not above the project root. InvalidArgument names the variable, or the file with its line.
absl::Status Configure(const std::vector<std::string>& command_flags,
                       const std::vector<std::string>& all_flags, const CommandLine& line);

// What the configuration file of this run says; empty before Configure or if there is none.
const Config& ProjectConfig();

// Whether the flag has its value from the configuration file.
bool IsFromConfig(const std::string& flag);

// What is in force for these flags, in the form of a configuration file for the same folder, with
// the origin of each value as a comment.
std::string DumpConfig(const std::vector<std::string>& command_flags);

}  // namespace plait

#endif  // PLAIT_DRIVER_CONFIGURE_H_
