// Which races a reader gets to see: one rule for every format and for the exit code.
#ifndef PLAIT_REPORT_SELECTION_H_
#define PLAIT_REPORT_SELECTION_H_

#include <cstdint>

#include "proto/report.pb.h"

namespace plait {

// What is shown besides the certain and likely races that nobody suppressed and, in a report that
// was compared with an earlier one, that are new.
struct Selection {
  bool possible = false;
  bool suppressed = false;
  bool unchanged = false;
};

bool IsShown(const proto::Race& race, const proto::Report& report, const Selection& selection);

// Races by what becomes of them. A race is in one group only, the first that fits: suppressed,
// possible and not selected, then those of the comparison.
struct RaceCounts {
  uint32_t suppressed = 0;
  uint32_t unselected = 0;  // possible ones
  uint32_t introduced = 0;  // all others, if there was no comparison
  uint32_t unchanged = 0;
  uint32_t fixed = 0;
};
RaceCounts CountRaces(const proto::Report& report, const Selection& selection);

}  // namespace plait

#endif  // PLAIT_REPORT_SELECTION_H_
