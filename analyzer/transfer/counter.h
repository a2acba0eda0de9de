// Numbers that threads take from counters that all of them move on: tickets, slots, pieces of work,
// also several at once.
//
// Who finds a number and moves the counter on in the same step, be it one operation or one critical
// section, has a number that nobody else gets, if the counter only rises; that it does, the checker
// sees. The number gets a name of its own then, which says where it was taken: the atom of kind
// kUnknown with the counter as its argument.
#ifndef PLAIT_ANALYZER_TRANSFER_COUNTER_H_
#define PLAIT_ANALYZER_TRANSFER_COUNTER_H_

#include <cstdint>
#include <optional>

#include "absl/functional/function_ref.h"
#include "analyzer/domain/state.h"
#include "analyzer/transfer/frame.h"

namespace plait {

// Whether a counter that is moved on so far gives numbers.
bool MovesCounter(std::optional<int64_t> step);

// The current instruction has moved the counter on from `found`, in one step. If that number
// is at hand later, after what is left of a critical section, the registers and cells that hold it
// hold the number taken. Returns its new name, or the old one.
TermId TakeNumber(Frame& frame, State* state, TermId counter, TermId found);
// The same of a number that a branch has found to be equal to the one there.
TermId TakeNumber(Frame& frame, State* state, TermId counter, TermId found, TermId other_name);
// Whether the register is read after the current instruction; `after_call`: after a call that may
// give back a lock, or to make another value of it.
bool IsReadLater(const Frame& frame, ir::Register r, bool after_call);

// Whether the term mentions a number that was taken so.
bool HasTakenNumber(const TermTable& terms, TermId term);

// What a branch has told of a difference to 0: if a number taken, for which the thread has not had
// its turn, is not more than a word, which the thread has not written since it looked, it is the
// thread's turn (LockKind::kTicket).
void TakeTurn(Frame& frame, State* state, Relation relation, TermId difference, bool truth);
// Words for which that holds are written: it was the thread's turn. Its number stays its own.
void EndTurn(Frame& frame, State* state, absl::FunctionRef<bool(TermId)> is_written);

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_COUNTER_H_
