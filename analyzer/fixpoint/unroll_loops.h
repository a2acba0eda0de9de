// Puts the turns of loops that swap their variables behind each other, as of a simulation that
// reads one grid, writes the other one and goes on with the two exchanged: what each variable
// stands for in each of these turns is then as definite as if nothing was swapped, and which turn
// it is shows in how often the thread has come through a barrier.
#ifndef PLAIT_ANALYZER_FIXPOINT_UNROLL_LOOPS_H_
#define PLAIT_ANALYZER_FIXPOINT_UNROLL_LOOPS_H_

#include <cstddef>

#include "analyzer/fixpoint/peel_loops.h"
#include "analyzer/ir/ir.h"

namespace plait {

inline constexpr int kMaxTurnsInRow = 3;
inline constexpr size_t kMaxUnrolledInstructions = 400;  // added for one loop
inline constexpr size_t kMaxUnrolledInProcedure = 1000;  // added to one procedure

// Copies the body of each loop in which, as far as the assignments show, some variable is what it
// was after 2 or 3 turns, but not before: variables that are exchanged in turn, `x = 1 - x`,
// `x ^= 1`, `x = !x`, and the remainder of a counter that is the index of what is written or
// pointed to, or chooses between two values. Only of loops that call something or update an atomic,
// so that they may wait for others, and that mention no function but in calls, as those that start
// threads do. The procedure means the same whatever the variables were taken for. New blocks come
// after all old ones. Returns the number of loops changed; equal procedures give equal results.
// `ends`, if not null and empty, is what Unpeel needs.
int UnrollLoops(ir::Procedure* procedure, UnpeeledEnds* ends = nullptr);

}  // namespace plait

#endif  // PLAIT_ANALYZER_FIXPOINT_UNROLL_LOOPS_H_
