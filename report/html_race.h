// One race in the HTML report.
#ifndef PLAIT_REPORT_HTML_RACE_H_
#define PLAIT_REPORT_HTML_RACE_H_

#include <string>

#include "proto/report.pb.h"
#include "report/source_excerpt.h"

namespace plait {

// "race", "likely", "possible" as a coloured word.
std::string HtmlConfidence(proto::Confidence confidence);

// A <details> element. `number` counts races from 1, `open` says whether its body is shown at
// first.
std::string HtmlRace(const proto::Report& report, const proto::Race& race, int number, bool open,
                     SourceReader* sources);

}  // namespace plait

#endif  // PLAIT_REPORT_HTML_RACE_H_
