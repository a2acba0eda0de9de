// Numbers that threads took from counters (analyzer/transfer/counter.h): whether no two threads got
// the same one.
#ifndef PLAIT_CHECKERS_OWN_NUMBERS_H_
#define PLAIT_CHECKERS_OWN_NUMBERS_H_

#include "checkers/shared_access.h"
#include "checkers/thread_tree.h"
#include "summaries/term.h"

namespace plait {

// The counter that a thread of the node took the number from itself, if all that write the counter
// once there are several threads move it on by 1, finding what it holds until then: then nobody
// else has that number. kNothing if it is not known to be so. `shared`: all accesses of all
// threads.
// `before`: those that the roots made while they were alone; without them, no number of a root is
// known to be its own.
TermId CounterOfOwnNumber(ThreadTree& tree, const AccessesByObject& shared,
                          const AccessesByObject* before, AtomId number, uint32_t node);

// Sets `own_number` and `counter` of accesses, once all are known.
void FindOwnNumbers(ThreadTree& tree, AccessesByObject* accesses);

}  // namespace plait

#endif  // PLAIT_CHECKERS_OWN_NUMBERS_H_
