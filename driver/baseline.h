// Reports beside earlier ones, as the flags want it.
#ifndef PLAIT_DRIVER_BASELINE_H_
#define PLAIT_DRIVER_BASELINE_H_

#include <string>

#include "absl/flags/declare.h"
#include "absl/status/status.h"
#include "proto/report.pb.h"
#include "report/compare.h"

ABSL_DECLARE_FLAG(std::string, baseline);

namespace plait {

// What is shown with --all or without.
CompareOptions ComparisonByFlags();

// Compares with the report in a JSON file. Errors are those of ReadJsonFile.
absl::Status CompareWithFile(const std::string& path, proto::Report* report);

}  // namespace plait

#endif  // PLAIT_DRIVER_BASELINE_H_
