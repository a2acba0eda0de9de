// Marks the races of a report that people want left alone, by comments in the sources and by
// entries of the configuration.
//
// The report stays otherwise as it is, and is what the store remembers: a changed comment or entry
// analyses nothing again.
#ifndef PLAIT_REPORT_SUPPRESS_H_
#define PLAIT_REPORT_SUPPRESS_H_

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "config/config.h"
#include "proto/report.pb.h"
#include "report/ignore_comments.h"

namespace plait {

struct SuppressionInput {
  const Config* config = nullptr;
  std::string project_root;  // absolute: the report's relative paths start there
  // Sources of the run other than those that the races name, as a report names them. Only their
  // comments that suppress nothing are of interest.
  std::vector<std::string> sources;
  // Whether the run saw the whole project, so that what matches no race is of no use.
  bool is_whole_project = false;
  std::string today;  // "2027-01-31"
  // Of files as a report names them.
  IgnoreCommentReader* comments = nullptr;
};

// The accesses that comments and entries excuse, as opposed to variables, and to races by their
// fingerprint.
class ExcusedAccesses {
 public:
  // Reads the comments of `input.sources`. Keeps what `input.config` points to.
  explicit ExcusedAccesses(const SuppressionInput& input);

  // Whether the access to `variable` is excused; of an empty name, to any variable.
  bool Contains(const proto::AccessPlace& access, const std::string& variable) const;

  // Of all that the answers are made from; empty if nothing is excused.
  std::string digest() const;

 private:
  const std::string project_root_;
  std::vector<const SuppressionRule*> rules_;
  // By file and line: variables, or none for any.
  std::map<std::pair<std::string, uint32_t>, std::vector<std::vector<std::string>>> lines_;
};

// Sets `suppression` of the races that are to be left alone: because the code itself marks an
// access as one that may race (include/plait/plait.h), else by a comment, else by an entry, the
// first of each. Fills idle_suppressions, by place, with those that lack a reason or are expired,
// and with those that match no race. Changes neither the verdict nor the order of races.
void ApplySuppressions(const SuppressionInput& input, proto::Report* report);

}  // namespace plait

#endif  // PLAIT_REPORT_SUPPRESS_H_
