// Command line words into flags and the rest. The flags are Abseil's; reading them here instead of
// with absl::ParseCommandLine lets each command have its own, and a wrong one end in exit code 2
// and a hint.
#ifndef PLAIT_DRIVER_FLAGS_H_
#define PLAIT_DRIVER_FLAGS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace plait {

struct CommandLine {
  std::vector<std::string> positional;
  std::vector<std::string> after_dashes;  // what follows "--"
  bool has_dashes = false;
  bool help = false;  // --help or -h
};

// Sets the flags among `words`, which may use any of the names in `allowed`, as -x VALUE,
// --x=VALUE,
// --x or --nox, and -jN for one-letter flags. InvalidArgument names the word, and the closest flag.
absl::StatusOr<CommandLine> ParseWords(const std::vector<std::string>& words,
                                       const std::vector<std::string>& allowed);

// Sets one flag. `origin` is how the user says it, "--jobs" or ".plait.yaml:3: jobs", and begins
// the message of an InvalidArgument.
absl::Status SetFlag(const std::string& name, const std::string& value, const std::string& origin);

// How the user said the flag's value, for messages: the `origin` of the last SetFlag, "" if the
// flag was never set.
std::string OriginOf(const std::string& name);

}  // namespace plait

#endif  // PLAIT_DRIVER_FLAGS_H_
