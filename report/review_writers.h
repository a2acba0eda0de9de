// A report for the tools around code review: comments on a change, code quality widgets, test
// dashboards. They get the races that are shown, one line each or with the text of the report.
#ifndef PLAIT_REPORT_REVIEW_WRITERS_H_
#define PLAIT_REPORT_REVIEW_WRITERS_H_

#include <string>

#include "proto/report.pb.h"
#include "report/selection.h"

namespace plait {

struct ReviewFormat {
  Selection selection;
  // Folder that relative paths start from, to find where expressions end; may be empty.
  std::string source_root;
};

// All three: valid UTF-8, ending in a newline.

// reviewdog's diagnostic format ("rdjson", proto/rdf/reviewdog.proto in its sources). A new race
// stands where the change caused it, if that is known and in the new version: reviewdog drops what
// is outside of the change.
std::string WriteRdjson(const proto::Report& report, const ReviewFormat& options = {});

// GitLab's code quality report: the subset of the Code Climate format that its documentation lists.
std::string WriteGitlab(const proto::Report& report, const ReviewFormat& options = {});

// JUnit's XML as Jenkins and GitLab read it: a failed test case for each race, an error for each
// file that could not be parsed; one that passed if there is neither.
std::string WriteJunit(const proto::Report& report, const ReviewFormat& options = {});

}  // namespace plait

#endif  // PLAIT_REPORT_REVIEW_WRITERS_H_
