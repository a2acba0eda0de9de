// Carrying states around loops and out of them.
#ifndef PLAIT_ANALYZER_TRANSFER_LOOP_H_
#define PLAIT_ANALYZER_TRANSFER_LOOP_H_

#include "analyzer/domain/state.h"
#include "analyzer/transfer/frame.h"
#include "analyzer/transfer/trips.h"

namespace plait {

// True for unknowns and choices that each iteration of the loop makes anew.
bool IsMadeInLoop(const Frame& frame, uint32_t head, AtomId atom);

// The term as it was in some earlier iteration: what the loop makes anew is replaced by a choice of
// all it ever was, so that the same name never stands for the values of two iterations.
TermId OldVersion(Frame& frame, uint32_t head, TermId term);

// Rewrites a state that reaches the end of the body of the loop with that head into one at its
// head: what was iteration i is i - 1 now, and what one iteration did to element i of an array
// becomes a region over all elements so far. `first`: must facts may be assumed to hold for all
// iterations yet. `entry_epoch`: of the states that enter the loop; all later epochs become the
// next one.
void CompleteIteration(Frame& frame, uint32_t head, bool first, uint32_t entry_epoch, State* state);

// Rewrites a state that leaves the loop: the counter becomes the number of iterations, and finished
// regions and joins are collected.
void LeaveLoop(Frame& frame, uint32_t head, const LoopEnd& end_of_loop, State* state);

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_LOOP_H_
