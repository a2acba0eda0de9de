// A report that was written as JSON, read back: to compare with another one.
#ifndef PLAIT_REPORT_JSON_READER_H_
#define PLAIT_REPORT_JSON_READER_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "proto/report.pb.h"

namespace plait {

// The report that WriteJson wrote as `text`. Fields that this version does not know are left out;
// whatever the bytes are, it ends and does not crash. InvalidArgument names the field that is
// missing or of another kind than it should be, or the place where it is no JSON;
// FailedPrecondition if a newer Plait wrote it.
absl::StatusOr<proto::Report> ReadJson(std::string_view text);

// Of the file at `path`, whose name begins every error. NotFound if it cannot be read.
absl::StatusOr<proto::Report> ReadJsonFile(const std::string& path);

}  // namespace plait

#endif  // PLAIT_REPORT_JSON_READER_H_
