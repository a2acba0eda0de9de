// How far accesses reach: where those of loops stay in all turns, in the tree's terms, and where
// those of unknown extent end.
#ifndef PLAIT_CHECKERS_SPAN_H_
#define PLAIT_CHECKERS_SPAN_H_

#include "checkers/shared_access.h"
#include "checkers/thread_tree.h"
#include "summaries/summary.h"

namespace plait {

// Sets the span of an access whose node and addresses are set, by its node's summary.
void SetSpan(ThreadTree& tree, const Access& access, SharedAccess* shared);

// Sets the width, or where the number it begins at is not known the span, of an access of unknown
// extent whose object and address are set, where it begins in an array that other members of a
// global or local variable follow: C says nothing of what lies behind. What begins where a whole
// member begins may be of all of it.
void BoundByMember(ThreadTree& tree, SharedAccess* shared);

}  // namespace plait

#endif  // PLAIT_CHECKERS_SPAN_H_
