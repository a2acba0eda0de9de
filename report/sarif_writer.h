// A report as SARIF 2.1.0 (OASIS, "Static Analysis Results Interchange Format", 2020), for code
// scanning services and editors.
//
// Viewers differ in what they show of a bug with two threads. So each race says the same in several
// ways: the message alone is enough; both accesses are related locations; the first flow has the
// steps of both threads one after the other, for viewers that know one thread; the second flow has
// a thread flow for each.
#ifndef PLAIT_REPORT_SARIF_WRITER_H_
#define PLAIT_REPORT_SARIF_WRITER_H_

#include <string>

#include "proto/report.pb.h"

namespace plait {

struct SarifOptions {
  // Absolute folder that relative paths start from; columns are counted in its files. Without it
  // there are no columns.
  std::string source_root;
  std::string tool_version;
};

// Every race, suppressed, unchanged and possible ones too, marked as such; fixed ones are "absent".
// Valid UTF-8, ending in a newline.
std::string WriteSarif(const proto::Report& report, const SarifOptions& options = {});

}  // namespace plait

#endif  // PLAIT_REPORT_SARIF_WRITER_H_
