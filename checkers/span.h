// Where accesses of loops stay in all turns, in the tree's terms.
#ifndef PLAIT_CHECKERS_SPAN_H_
#define PLAIT_CHECKERS_SPAN_H_

#include "checkers/shared_access.h"
#include "checkers/thread_tree.h"
#include "summaries/summary.h"

namespace plait {

// Sets the span of an access whose node and addresses are set, by its node's summary.
void SetSpan(ThreadTree& tree, const Access& access, SharedAccess* shared);

// Sets `is_common`, once all accesses are known.
void FindCommonSpans(ThreadTree& tree, AccessesByObject* accesses);

}  // namespace plait

#endif  // PLAIT_CHECKERS_SPAN_H_
