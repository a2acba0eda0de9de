#include "report/selection.h"

namespace plait {
namespace {

bool IsSelectedConfidence(const proto::Race& race, const Selection& selection) {
  return selection.possible || race.confidence() != proto::CONFIDENCE_POSSIBLE;
}

bool IsUnchanged(const proto::Race& race, const proto::Report& report) {
  return report.compared() && race.baseline_state() == proto::BASELINE_UNCHANGED;
}

}  // namespace

bool IsShown(const proto::Race& race, const proto::Report& report, const Selection& selection) {
  // What fails the run is never hidden.
  if (!IsSelectedConfidence(race, selection) && !race.fails_run()) return false;
  if (race.has_suppression() && !selection.suppressed) return false;
  return selection.unchanged || !IsUnchanged(race, report);
}

RaceCounts CountRaces(const proto::Report& report, const Selection& selection) {
  RaceCounts counts;
  for (const proto::Race& race : report.races()) {
    if (race.has_suppression()) {
      ++counts.suppressed;
    } else if (!IsSelectedConfidence(race, selection)) {
      ++counts.unselected;
    } else if (IsUnchanged(race, report)) {
      ++counts.unchanged;
    } else {
      ++counts.introduced;
    }
  }
  for (const proto::Race& race : report.fixed()) {
    counts.fixed += !race.has_suppression() && IsSelectedConfidence(race, selection);
  }
  return counts;
}

}  // namespace plait
