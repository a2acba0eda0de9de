// States at a place that are kept apart.
#ifndef PLAIT_ANALYZER_TRANSFER_DISJUNCTS_H_
#define PLAIT_ANALYZER_TRANSFER_DISJUNCTS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analyzer/domain/state.h"
#include "analyzer/transfer/frame.h"

namespace plait {

inline constexpr size_t kMaxDisjuncts = 6;

// States at a point, kept apart while their locks, threads or waits differ.
using Disjuncts = std::vector<State>;

// True if the two may be merged without loss of what the checker needs: same locks, threads and
// waits.
bool SameSituation(const State& a, const State& b);

// Whether the states agree on the caller's numbers that locks depend on, and on whether an
// exception is in flight.
bool SameInputs(const Frame& frame, const State& a, const State& b);

// Whether a pointer that came in was stored in memory that came in, in one of the states only, as
// something that came in is a certain number there: the caller knows if it is.
bool StoresByInput(const Frame& frame, const State& a, const State& b);

// Whether the states have taken numbers from counters in the same registers: who got none will not
// use it.
bool HaveNumbersAlike(const Frame& frame, const State& a, const State& b);

// Whether the states are to take the same locks: those that are found in order of their addresses,
// say, are not told by what each of two pointers may be.
bool TakeLocksAlike(const Frame& frame, const State& a, const State& b);

// Whether one of the registers holds a constant in either state, and not the same.
bool HaveOtherOutcome(const Frame& frame, const std::vector<ir::Register>& registers,
                      const State& a, const State& b);

// Whether the atom says that something the procedure was handed, by value or in a record, equals a
// constant.
bool ComparesInput(const TermTable& terms, AtomId atom);

// Place of the state that AddDisjunct joins the other with if it may not add one: the first in the
// same situation, or with the same locks, or of all of them, which must not be none.
size_t FindClosest(const Frame& frame, const Disjuncts& states, const State& other);

// Adds a state to the disjuncts of a block; joins it with the one of the same situation, or with
// the closest when there are too many.
void AddDisjunct(Frame& frame, uint32_t block, bool back_edge, Disjuncts* disjuncts, State state);

// The states to start the fixpoint from once a first, exploring round has shown how registers and
// cells change: `entry` with the changing values of `explored`, and nothing else the exploring
// round did with values of the first iteration only.
Disjuncts StartStates(const Disjuncts& entry, const Disjuncts& explored);

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_DISJUNCTS_H_
