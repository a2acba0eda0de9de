// Merging states where paths meet.
#ifndef PLAIT_ANALYZER_TRANSFER_JOIN_H_
#define PLAIT_ANALYZER_TRANSFER_JOIN_H_

#include <vector>

#include "analyzer/domain/state.h"
#include "analyzer/transfer/frame.h"

namespace plait {

inline constexpr size_t kMaxDisjuncts = 6;

// States at a point, kept apart while their locks, threads or waits differ.
using Disjuncts = std::vector<State>;

// Merges `other`, arriving at `block`, into `state`. At a loop head (`back_edge`: other comes
// around the loop) a register or cell that grows by a constant becomes start + constant *
// iteration.
void Join(Frame& frame, uint32_t block, bool back_edge, State* state, const State& other);

// Whether the states agree on the caller's numbers that locks depend on, and on whether an
// exception is in flight.
bool SameInputs(const Frame& frame, const State& a, const State& b);

// Whether the states have taken numbers from counters in the same registers: who got none will not
// use it.
bool HaveNumbersAlike(const Frame& frame, const State& a, const State& b);

// Whether the atom says that something the procedure was handed, by value or in a record, equals a
// constant.
bool ComparesInput(const TermTable& terms, AtomId atom);

// Place of the state that AddDisjunct joins the other with if it may not add one: the first in the
// same situation, or with the same locks, or of all of them, which must not be none.
size_t FindClosest(const Frame& frame, const Disjuncts& states, const State& other);

// Merges two outcomes of the current instruction.
void JoinHere(Frame& frame, State* state, const State& other);

// Adds a state to the disjuncts of a block; joins it with the one of the same situation, or with
// the closest when there are too many.
void AddDisjunct(Frame& frame, uint32_t block, bool back_edge, Disjuncts* disjuncts, State state);

// The states to start the fixpoint from once a first, exploring round has shown how registers and
// cells change: `entry` with the changing values of `explored`, and nothing else the exploring
// round did with values of the first iteration only.
Disjuncts StartStates(const Disjuncts& entry, const Disjuncts& explored);

// Drops values of registers that are not live at the block, so that they make no difference.
void ForgetDeadRegisters(const Frame& frame, uint32_t block, State* state);

// The point of the summary that stands for both.
PointId JoinedPoint(Frame& frame, PointId a, PointId b);

// Notes that the thread may end at the point. Only few of these are told apart, since each call of
// a procedure would bring all of its again.
void AddThreadEnd(Frame& frame, PointId point);

// Tells choices of what cells hold apart, at one place.
uint64_t CellKey(const Cell& cell);

// Point-level sets.
void AddLive(Frame& frame, Point* point, ThreadRange range);
void AddJoined(Frame& frame, Point* point, ThreadRange range);

// A process that fork has made has the thread that called it, and no other one.
void EnterChild(Point* point);

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_JOIN_H_
