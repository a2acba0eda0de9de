// Words that programs build locks from: how they are claimed, and what is known of them then.
#ifndef PLAIT_ANALYZER_TRANSFER_CLAIM_H_
#define PLAIT_ANALYZER_TRANSFER_CLAIM_H_

#include <cstddef>
#include <optional>

#include "analyzer/domain/state.h"
#include "analyzer/transfer/disjuncts.h"
#include "analyzer/transfer/frame.h"

namespace plait {

inline constexpr size_t kMaxSplit =
    2 * kMaxDisjuncts;  // states of a block; more are not told apart

// Whether it is one definite place that other threads can see.
bool IsSharedCell(const Frame& frame, const State& state, TermId address);
// ... and the instruction looks at a number there.
bool IsSharedWord(const Frame& frame, const State& state, const ir::Instruction& i, TermId address);

bool IsNonzero(const Frame& frame, const State& state, TermId value);
bool IsZero(const Frame& frame, const State& state, TermId value);
// Whether it is a constant, or a number that the caller chooses.
bool IsChosen(const Frame& frame, TermId number);

// Where callers choose the number that is to be put into a word or that it is to hold, 0 is told
// apart from the others: the state in which it is 0, if there is one. `state` is the other.
std::optional<State> SplitOffZero(Frame& frame, State* state, TermId value);

// Takes a lock that is a word (LockKind::kFlag), or counts the thread beside one (kCount).
void TakeFlagLock(Frame& frame, State* state, TermId address);
void TakeCount(Frame& frame, State* state, LockMode mode, TermId count, TermId word);
// Whether the thread has claimed the word, and not given it back.
bool HasClaimed(const State& state, TermId word);

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_CLAIM_H_
