// How often a loop runs that is left by a test on its counter.
#ifndef PLAIT_ANALYZER_TRANSFER_TRIPS_H_
#define PLAIT_ANALYZER_TRANSFER_TRIPS_H_

#include <cstdint>

#include "analyzer/domain/state.h"
#include "analyzer/transfer/frame.h"

namespace plait {

struct LoopEnd {
  TermId turns = kNothing;  // completed iterations; kNothing if that is no term
  // Else, if not 0: step * iterations == steps.
  int64_t step = 0;
  TermId steps = kZero;
};

// Of the innermost loop around `block` when it is left because `condition` is nonzero (`truth`) or
// zero there.
LoopEnd EndOf(Frame& frame, uint32_t block, TermId condition, bool truth);

// `state` stays in the innermost loop because `condition` is nonzero (`truth`) or zero. If the loop
// is left nowhere else and counts by ones until a bound is reached, the counter is below the bound:
// to go past it ends in overflow, or outside of the object that a pointer points to.
void AssumeBelowBound(Frame& frame, uint32_t block, TermId condition, bool truth, State* state);

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_TRIPS_H_
