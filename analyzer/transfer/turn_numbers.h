// What the turns of a loop that starts threads have in common, and what tells them apart.
#ifndef PLAIT_ANALYZER_TRANSFER_TURN_NUMBERS_H_
#define PLAIT_ANALYZER_TRANSFER_TURN_NUMBERS_H_

#include "analyzer/domain/state.h"
#include "analyzer/transfer/frame.h"
#include "summaries/summary.h"

namespace plait {

// Adds to `limits` and `of_turn` of a creation, made by the instruction that is being analysed,
// what the loops around it say. Its token, arguments and cells are set.
void DescribeTurn(Frame& frame, const State& state, Spawn* spawn);

// Whether what the instruction that is being analysed starts again is started once in each turn of
// the loop whose counter the `limits` of the creation bound, if there are any.
bool IsOncePerTurn(const Frame& frame, const Spawn& spawn);

// If turns are all that makes several threads of the creation, whose names are known here, and
// there is one turn at most: says that it makes one thread.
void CountTurns(const TermTable& terms, Spawn* spawn);

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_TURN_NUMBERS_H_
