// Threads whose handles lie in an array that came in, and that a loop over it waits for.
// Point::joined has them as instances of the atom of the element, whose address mentions the bound
// index: those that the handles were of when the procedure was called. If the loop goes from one
// pointer to another one, and how many elements that are cannot be said, the index counts bytes.
#ifndef PLAIT_ANALYZER_TRANSFER_JOINED_ELEMENTS_H_
#define PLAIT_ANALYZER_TRANSFER_JOINED_ELEMENTS_H_

#include "analyzer/domain/state.h"
#include "analyzer/transfer/frame.h"
#include "analyzer/transfer/trips.h"

namespace plait {

// The value as it was stored: handles, where they lie and how many there are, are taken not to be
// changed by other threads meanwhile.
TermId AsStored(const TermTable& terms, TermId value);

// Notes a join of the handle if it is the element of this turn of the innermost loop. Returns
// whether it is.
bool JoinElementOfTurn(Frame& frame, Point* point, TermId handle);

// The same for an array that is filled here, by several creations in turn: the handle is a choice
// of those that the element may hold.
void JoinCellsOfTurn(Frame& frame, State* state, TermId handle);

// The loop that waited for elements in these ranges is left: the threads in all cells that they
// cover have ended.
void JoinCoveredCells(Frame& frame, State* state);

// The range in bytes, where only those are known: the loop with that end is left.
void CountInBytes(Frame& frame, const LoopEnd& end, TermId turns, ThreadRange* range);

// A callee has joined handles at `elements` (of the bound index), in names of the caller: those of
// the threads that the array holds `at_call`. Adds them to the point.
void JoinElements(Frame& frame, const State& at_call, TermId elements, uint32_t width, TermId low,
                  TermId high, Point* point);

// Whether the range is one of handles in an array that came in.
inline bool AreElements(const TermTable& terms, const ThreadRange& range) {
  return terms.atom(range.token).kind == AtomKind::kInitial;
}

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_JOINED_ELEMENTS_H_
