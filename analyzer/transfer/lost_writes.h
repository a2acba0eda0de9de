// Bounds at which a summary leaves out what a procedure writes, as the details of their gaps.
#ifndef PLAIT_ANALYZER_TRANSFER_LOST_WRITES_H_
#define PLAIT_ANALYZER_TRANSFER_LOST_WRITES_H_

#include <algorithm>

#include "summaries/summary.h"

namespace plait {

inline constexpr char kProcedureTooLarge[] = "procedure too large";
inline constexpr char kTooManyCells[] = "too many memory cells";
inline constexpr char kTooManyCellsAtExit[] = "too many memory cells at exit";
inline constexpr char kTooManyTargets[] = "store through a pointer with many targets";
inline constexpr char kUnstableLoop[] = "loop not stable";
inline constexpr char kSideEntries[] = "loop that is entered in many places";
inline constexpr char kUnstableRecursion[] = "recursion not stable";

// Whether the procedure itself reached one of them.
inline bool LosesWrites(const Summary& summary) {
  return std::any_of(summary.gaps.begin(), summary.gaps.end(), [](const Gap& gap) {
    return gap.kind == GapKind::kBudget &&
           (gap.detail == kProcedureTooLarge || gap.detail == kTooManyCells ||
            gap.detail == kTooManyCellsAtExit || gap.detail == kTooManyTargets ||
            gap.detail == kUnstableLoop || gap.detail == kSideEntries ||
            gap.detail == kUnstableRecursion);
  });
}

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_LOST_WRITES_H_
