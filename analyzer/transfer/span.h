// Which bytes an access of a loop may touch, whatever the turn.
#ifndef PLAIT_ANALYZER_TRANSFER_SPAN_H_
#define PLAIT_ANALYZER_TRANSFER_SPAN_H_

#include <vector>

#include "analyzer/domain/state.h"
#include "analyzer/transfer/frame.h"

namespace plait {

// Sets `first` and `end` of the access by what the state knows of the counters of loops, and of
// other numbers, in its address, or narrower bounds in them already; leaves both as they are if
// that is nothing.
void BoundAccess(Frame& frame, const State& state, Access* access);

// The same by the arrays of known size that the place goes through. `access` may be nullptr.
void BoundByPlace(Frame& frame, const State& state, const ir::Place& place, Access* access);

// The same by the array that the address, reckoned from what the operand holds, is in. Of an access
// of unknown width that is where it ends.
void BoundByArray(Frame& frame, const ir::Operand& pointer, Access* access);

// The same by the arrays that the address was reckoned through, wherever that was: they say more
// than bounds that are no constants.
void BoundByReach(Frame& frame, Access* access);

// What the number is certainly less than.
std::vector<TermId> UpperBounds(Frame& frame, const State& state, AtomId number);

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_SPAN_H_
