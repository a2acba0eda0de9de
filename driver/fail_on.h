// Which races make a run fail: --fail-on and the ratchet of the configuration.
#ifndef PLAIT_DRIVER_FAIL_ON_H_
#define PLAIT_DRIVER_FAIL_ON_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "config/config.h"
#include "proto/report.pb.h"

namespace plait {

struct FailOnOptions {
  std::string fail_on;               // one of FailOnWords()
  std::vector<RatchetRule> ratchet;  // folders that have a word of their own
  std::string project_root;          // absolute: the report's relative paths start there
};

// InvalidArgument if `fail_on` is no word for it, or a baseline is no report: to be told before a
// long run.
absl::Status CheckFailOn(const FailOnOptions& options);

// Sets `fails_run` of the races for which the run fails. For each of a race's two accesses, the
// ratchet's entry with the longest path that its file lies in decides, else `fail_on`; a race that
// fails for one of its accesses fails. Suppressed races do not, and neither do races that are
// known: from an earlier report that this one is compared with, or from the entry's baseline.
// Errors as of CheckFailOn.
absl::Status MarkFailures(const FailOnOptions& options, proto::Report* report);

}  // namespace plait

#endif  // PLAIT_DRIVER_FAIL_ON_H_
