// Whether a part of a loop runs in two turns on some run for certain.
#ifndef PLAIT_ANALYZER_TRANSFER_REPEATS_H_
#define PLAIT_ANALYZER_TRANSFER_REPEATS_H_

#include <cstdint>

#include "analyzer/domain/state.h"
#include "analyzer/transfer/frame.h"

namespace plait {

// True if the block, which `state` has come to, is in a loop of which some run makes two turns with
// the block: all that decides on it is the same in every turn, a count that may be high enough, or
// comes from outside of the program. A flag that an earlier turn may have set is neither.
bool SurelyRepeats(Frame& frame, const State& state, uint32_t block);

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_REPEATS_H_
