// Turns `while (!done) body` into `if (!done) do body while (!done)`: what a turn that sets the
// flag has done, taken a lock say, then leads out of the loop without being mixed with the state
// before the first turn.
#ifndef PLAIT_ANALYZER_FIXPOINT_ROTATE_LOOPS_H_
#define PLAIT_ANALYZER_FIXPOINT_ROTATE_LOOPS_H_

#include "analyzer/ir/ir.h"

namespace plait {

// Gives each loop that begins with the test of a flag, a variable that its body only sets to
// constants and to outcomes of comparisons, a copy of that test at its end. Nothing else is in that
// first block: no access to memory, no call. New blocks come after all old ones. Returns the number
// of loops changed; equal procedures give equal results.
int RotateLoops(ir::Procedure* procedure);

}  // namespace plait

#endif  // PLAIT_ANALYZER_FIXPOINT_ROTATE_LOOPS_H_
