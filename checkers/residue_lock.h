// Locks of which each guards every so many-th element of an array, as stripes do: element n has
// lock n mod d, whether one takes lock n % d for element n, or lock s for the elements s + d * k.
#ifndef PLAIT_CHECKERS_RESIDUE_LOCK_H_
#define PLAIT_CHECKERS_RESIDUE_LOCK_H_

#include "checkers/shared_access.h"
#include "checkers/thread_tree.h"
#include "summaries/term.h"

namespace plait {

// Whether the locks at `x` and `y`, which the threads hold at `a` and `b`, are one lock wherever
// the accesses, which are to one object, meet.
bool SameByResidue(ThreadTree& tree, const SharedAccess& a, TermId x, const SharedAccess& b,
                   TermId y);

}  // namespace plait

#endif  // PLAIT_CHECKERS_RESIDUE_LOCK_H_
