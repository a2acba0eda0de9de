// Rings with one thread at each end: who fills looks whether there is room, puts an item at the
// number of its end and then moves that on; who empties looks whether there is an item. Each end is
// a number in a cell that only its own thread writes. What a thread may do after it has looked is
// kept at points (RingEnd); whether that keeps the two apart, the checker sees
// (checkers/ring_ends.h).
#ifndef PLAIT_ANALYZER_TRANSFER_RING_END_H_
#define PLAIT_ANALYZER_TRANSFER_RING_END_H_

#include <cstdint>

#include "absl/functional/function_ref.h"
#include "analyzer/domain/state.h"
#include "analyzer/transfer/frame.h"

namespace plait {

// The value was loaded from a cell. If it was from an end that the thread may use, and nobody else
// writes that, it is the number that is known already.
void NoteLook(Frame& frame, State* state, TermId cell, uint32_t width, TermId value);

// The other cell that the value is the last one of that the thread has found there; kNothing if it
// is none. `cell`: where it goes.
TermId LastFoundIn(const Frame& frame, const State& state, TermId cell, uint32_t width,
                   TermId value);

// What a branch has told of a difference to 0: two numbers that were looked at, and reckoned from,
// are not equal. Then either may be an end that the thread may go on to use.
void FindRingEnds(Frame& frame, State* state, Relation relation, TermId difference, bool truth);

// The same of an unknown that a comparison made, and that is 0 or not.
void FindRingEnds(Frame& frame, State* state, AtomId unknown, bool is_set);

// The look at which the thread found the number; nullptr if it has written anything since.
const Look* FindLook(const State& state, AtomId number);

// One more end that the thread may use; only a few are kept.
void AddRingEnd(Frame& frame, State* state, const RingEnd& end);

// Cells for which that holds are written.
void LeaveRingEnds(State* state, absl::FunctionRef<bool(TermId)> is_written);

// Whether the value is the next number of an end that the thread may use, around the ring or not,
// and is about to be put there.
bool IsNextOfRingEnd(const Frame& frame, const State& state, TermId cell, TermId value);

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_RING_END_H_
