// Parts of one object whose bounds are made of numbers that mean the same to both threads, of
// counters of their own and of the numbers they were started with.
#ifndef PLAIT_CHECKERS_COMMON_SPAN_H_
#define PLAIT_CHECKERS_COMMON_SPAN_H_

#include "checkers/shared_access.h"
#include "checkers/thread_tree.h"

namespace plait {

// Sets `is_common`, `is_common_by_number`, `turn` and `slice`, and the span where only `resolved`
// is known, once all accesses are known.
void FindCommonSpans(ThreadTree& tree, AccessesByObject* accesses);

// Whether all that one of them may touch lies before all that the other may, in whichever turns of
// their loops and whichever threads of a loop they are made. Their spans are found.
bool AreCommonSpansApart(ThreadTree& tree, const SharedAccess& a, const SharedAccess& b);

}  // namespace plait

#endif  // PLAIT_CHECKERS_COMMON_SPAN_H_
