// What the people of a project have said about its races, applied to a report: which to leave
// alone, and which make the run fail.
#ifndef PLAIT_DRIVER_PROJECT_RULES_H_
#define PLAIT_DRIVER_PROJECT_RULES_H_

#include <string>
#include <vector>

#include "absl/flags/declare.h"
#include "absl/status/status.h"
#include "driver/options.h"
#include "proto/report.pb.h"

ABSL_DECLARE_FLAG(std::string, fail_on);

namespace plait {

// Makes scans of the setting tell apart what comments and the configuration's suppressions say of
// single accesses (CheckOptions::is_excused). Keeps the setting.
void SetExcuses(Setting* setting);

// What ApplyProjectRules would have to complain about, before a long run.
absl::Status CheckProjectRules(const Setting& setting);

// Comments in the sources, the configuration's suppressions and ratchet, and --fail-on. `sources`:
// the project's files that the report is about. To be called last, when the report says how its
// races compare with earlier ones. `source_root`: the folder the report's relative paths start
// from. InvalidArgument names the flag or the file that is wrong.
absl::Status ApplyProjectRules(Setting* setting, const std::vector<std::string>& sources,
                               const std::string& source_root, proto::Report* report);

}  // namespace plait

#endif  // PLAIT_DRIVER_PROJECT_RULES_H_
