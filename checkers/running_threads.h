// What threads that still run do not access, where others of their kind were waited for.
#ifndef PLAIT_CHECKERS_RUNNING_THREADS_H_
#define PLAIT_CHECKERS_RUNNING_THREADS_H_

#include <vector>

#include "checkers/shared_access.h"
#include "checkers/thread_tree.h"
#include "summaries/term.h"

namespace plait {

// Whether `above` is in a loop that waits for the threads of `below` in the order of their numbers,
// or the other way round, and what it accesses is no memory of those that still run: they have
// larger numbers, or less, and elements by that number, or objects made in the turn of that number,
// are different ones; so are objects that each thread makes, if they are found where only the
// thread of one number puts its own.
bool DiffersByEnd(ThreadTree& tree, const SharedAccess& above, const SharedAccess& below);

// What the answer depends on beside the memory, for accesses that are to be told apart by it: the
// cells that the pointer was found in. None where no threads of a kind were waited for in part.
std::vector<TermId> PlacesToTellApart(const ThreadTree& tree, const SharedAccess& access);

}  // namespace plait

#endif  // PLAIT_CHECKERS_RUNNING_THREADS_H_
