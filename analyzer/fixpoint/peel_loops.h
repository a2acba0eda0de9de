// Takes the turns of short counting loops apart, so that the analysis looks at each by itself: the
// third thread a loop creates, the handle it is joined by and the element it works on are then as
// definite as if the program had been written without the loop.
#ifndef PLAIT_ANALYZER_FIXPOINT_PEEL_LOOPS_H_
#define PLAIT_ANALYZER_FIXPOINT_PEEL_LOOPS_H_

#include <cstddef>
#include <vector>

#include "analyzer/ir/ir.h"

namespace plait {

inline constexpr int kMaxPeeledTurns = 10;
inline constexpr size_t kMaxPeeledInstructions = 400;  // added for one loop
inline constexpr size_t kMaxAddedInstructions = 1500;  // to one procedure

// How the blocks of a procedure ended before its loops were peeled; empty if none was.
using UnpeeledEnds = std::vector<ir::Terminator>;

// Puts copies of the turns in front of each loop that counts from one constant to another in at
// most kMaxPeeledTurns turns and touches memory or calls something. The loop itself stays behind
// them, so that the procedure means the same whatever the count was taken for. New blocks come
// after all old ones. Returns the number of loops peeled; equal procedures give equal results.
// `ends`, if not null, is what Unpeel needs.
int PeelLoops(ir::Procedure* procedure, UnpeeledEnds* ends = nullptr);

// Takes the copies away again. Instructions added to old blocks since then stay.
void Unpeel(const UnpeeledEnds& ends, ir::Procedure* procedure);

}  // namespace plait

#endif  // PLAIT_ANALYZER_FIXPOINT_PEEL_LOOPS_H_
