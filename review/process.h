// Runs another program and collects what it prints.
#ifndef PLAIT_REVIEW_PROCESS_H_
#define PLAIT_REVIEW_PROCESS_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"

namespace plait {

struct ProcessOutput {
  int exit_code = 0;  // 128 and the signal's number if one ended it
  std::string out;    // standard output
  std::string error;  // standard error
};

// Runs `words`, the program first and looked up in PATH, to its end: no shell, an empty standard
// input, and `environment` (names with values) added to this process's. NotFound if there is no
// such program, Unavailable if it cannot be started.
absl::StatusOr<ProcessOutput> RunProcess(
    const std::vector<std::string>& words,
    const std::vector<std::pair<std::string, std::string>>& environment = {});

// Arguments or environment as exec takes them. Lives as long as `words`.
std::vector<char*> Pointers(const std::vector<std::string>& words);

}  // namespace plait

#endif  // PLAIT_REVIEW_PROCESS_H_
