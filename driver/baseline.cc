#include "driver/baseline.h"

#include "absl/flags/flag.h"
#include "driver/options.h"
#include "report/json_reader.h"

ABSL_FLAG(std::string, baseline, "", "earlier report (--format json) to compare with");

namespace plait {

CompareOptions ComparisonByFlags() {
  CompareOptions options;
  options.shown_from =
      absl::GetFlag(FLAGS_all) ? proto::CONFIDENCE_POSSIBLE : proto::CONFIDENCE_LIKELY;
  return options;
}

absl::Status CompareWithFile(const std::string& path, proto::Report* report) {
  absl::StatusOr<proto::Report> base = ReadJsonFile(path);
  if (!base.ok()) return base.status();
  CompareReports(*base, report, ComparisonByFlags());
  return absl::OkStatus();
}

}  // namespace plait
