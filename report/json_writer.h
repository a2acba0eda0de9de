// A report for other programs. The format is documented in docs/cli.md and stable: fields are
// added, never renamed or removed within one schema_version.
#ifndef PLAIT_REPORT_JSON_WRITER_H_
#define PLAIT_REPORT_JSON_WRITER_H_

#include <string>

#include "proto/report.pb.h"

namespace plait {

struct JsonOptions {
  // Wall times of the stages. Without them equal reports have equal bytes.
  bool include_times = false;
};

// Always valid UTF-8 and JSON, ending in a newline; bytes that are no UTF-8 become U+FFFD.
std::string WriteJson(const proto::Report& report, const JsonOptions& options = {});

}  // namespace plait

#endif  // PLAIT_REPORT_JSON_WRITER_H_
