// Which thread creates which, as nested lists of the HTML report.
#ifndef PLAIT_REPORT_HTML_THREADS_H_
#define PLAIT_REPORT_HTML_THREADS_H_

#include <string>

#include "proto/report.pb.h"

namespace plait {

// All threads of the report; empty if it has none.
std::string HtmlThreadTree(const proto::Report& report);

// The two threads of a race, marked, and those that lead to them; with a heading. Empty if none of
// them is known.
std::string HtmlThreadsOf(const proto::Report& report, const proto::Race& race);

}  // namespace plait

#endif  // PLAIT_REPORT_HTML_THREADS_H_
