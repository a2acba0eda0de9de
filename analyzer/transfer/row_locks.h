// Locks of many elements that are held at once: what a loop takes turn by turn, as to look at all
// accounts together.
#ifndef PLAIT_ANALYZER_TRANSFER_ROW_LOCKS_H_
#define PLAIT_ANALYZER_TRANSFER_ROW_LOCKS_H_

#include <vector>

#include "analyzer/domain/state.h"
#include "analyzer/transfer/frame.h"

namespace plait {

// At the end of a turn of the loop with that head: the lock of element i, which the turn took, goes
// to those of the elements before it, which the turns before took. `first`: they may be assumed to
// have done so, until a later round does not bear it out.
void AddToRows(Frame& frame, uint32_t head, bool first, State* state);

// Drops what is not held for certain.
void DropLostRows(std::vector<HeldLock>* held);

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_ROW_LOCKS_H_
