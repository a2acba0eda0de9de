// Parts of one object that threads with different numbers access: whether they lie apart.
#ifndef PLAIT_CHECKERS_NUMBERED_SPAN_H_
#define PLAIT_CHECKERS_NUMBERED_SPAN_H_

#include <cstdint>

#include "checkers/shared_access.h"
#include "checkers/thread_tree.h"

namespace plait {

// Sets `numbered` of accesses whose spans are set, once all accesses are known: of those to parts
// whose bounds are no multiples of the number plus what all threads have in common.
void FindNumberedSpans(ThreadTree& tree, AccessesByObject* accesses);

// Whether the spans of both, to one object, lie apart in any two threads of `node` with different
// numbers.
bool AreNumberedSpansApart(ThreadTree& tree, const SharedAccess& a, const SharedAccess& b,
                           uint32_t node);

}  // namespace plait

#endif  // PLAIT_CHECKERS_NUMBERED_SPAN_H_
