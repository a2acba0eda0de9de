// A report, once made, as the flags want it: which format, where to, and which exit code.
#ifndef PLAIT_DRIVER_REPORT_OUTPUT_H_
#define PLAIT_DRIVER_REPORT_OUTPUT_H_

#include <string>

#include "absl/status/status.h"
#include "proto/report.pb.h"

namespace plait {

// Writes in --format to --output, or to standard output. `root` is the folder that relative paths
// start from.
absl::Status WriteReport(const proto::Report& report, const std::string& root);

// After MarkFailures (driver/fail_on.h).
int ExitCodeOf(const proto::Report& report);

}  // namespace plait

#endif  // PLAIT_DRIVER_REPORT_OUTPUT_H_
