// Command line words into flags and the rest. The flags are Abseil's; reading them here instead of
// with absl::ParseCommandLine lets each command have its own, and a wrong one end in exit code 2
// and a hint.
#ifndef PLAIT_DRIVER_FLAGS_H_
#define PLAIT_DRIVER_FLAGS_H_

#include <string>
#include <vector>

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

// The entry of `choices` that is nearest to `word`, or "" if none is near.
std::string Closest(const std::string& word, const std::vector<std::string>& choices);

}  // namespace plait

#endif  // PLAIT_DRIVER_FLAGS_H_
