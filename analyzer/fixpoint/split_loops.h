// Gives every loop one block that it is entered by: a `goto` into a loop, or a case of a `switch`
// around one, would enter it elsewhere.
#ifndef PLAIT_ANALYZER_FIXPOINT_SPLIT_LOOPS_H_
#define PLAIT_ANALYZER_FIXPOINT_SPLIT_LOOPS_H_

#include "analyzer/fixpoint/flow_graph.h"
#include "analyzer/ir/ir.h"

namespace plait {

// Node splitting (J. Janssen, H. Corporaal, "Making graphs reducible with controlled node
// splitting", 1997, without the search for the fewest copies): who enters a loop elsewhere than at
// its head gets copies of the blocks from there to the head. New blocks come after all old ones.
// Returns the number of loops changed; equal procedures give equal results. A procedure that would
// grow by more than 2,000 instructions, and jumps to computed places, are left as they are.
int SplitLoops(ir::Procedure* procedure);

// Whether some loop is entered elsewhere than at its head.
bool HasSideEntries(const LoopNest& graph);

}  // namespace plait

#endif  // PLAIT_ANALYZER_FIXPOINT_SPLIT_LOOPS_H_
