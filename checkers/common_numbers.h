// Numbers that have one value, whichever thread looks.
#ifndef PLAIT_CHECKERS_COMMON_NUMBERS_H_
#define PLAIT_CHECKERS_COMMON_NUMBERS_H_

#include <cstdint>

#include "checkers/shared_access.h"
#include "checkers/thread_tree.h"
#include "summaries/term.h"

namespace plait {

// Whether the number counts turns of a loop in what the node runs.
bool IsOwnCounter(const ThreadTree& tree, AtomId number, uint32_t node);

// Whether the number, which the node knows, has the same value whenever a thread looks, and other
// threads know it by the same name. `accesses`: all of all threads.
bool IsCommon(ThreadTree& tree, TermId number, uint32_t node, const AccessesByObject& accesses);

// The same apart from counters of the node's own loops, and from the numbers of the threads that
// the node's is or is started by, of those that a loop starts (ThreadTree::NumberingCounter).
bool IsCommonByNumber(ThreadTree& tree, TermId number, uint32_t node,
                      const AccessesByObject& accesses);

// The number as it is while there are several threads: what the node has loaded from memory that
// nobody writes then is what lies there all that time. kNothing if a root has loaded something of
// it earlier, when that may have been another number.
TermId AsSettled(ThreadTree& tree, TermId number, uint32_t node, const AccessesByObject& accesses);

// Whether the number, an atom and no function of others, is the same in all threads of the node,
// which a loop starts.
bool IsCommonToThreads(ThreadTree& tree, AtomId number, uint32_t node,
                       const AccessesByObject& accesses);

}  // namespace plait

#endif  // PLAIT_CHECKERS_COMMON_NUMBERS_H_
