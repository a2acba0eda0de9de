// What separates two accesses that may happen in parallel: different memory, or a common lock.
#ifndef PLAIT_CHECKERS_CONFLICT_H_
#define PLAIT_CHECKERS_CONFLICT_H_

#include "checkers/built_locks.h"
#include "checkers/happens_in_parallel.h"
#include "checkers/shared_access.h"
#include "checkers/thread_tree.h"

namespace plait {

enum class SameMemory {
  kNo,  // never the same bytes
  kMaybe,
  kSurely,  // the same bytes of a single object, on every run that gets there
};

// Both accesses are to the same object atom.
SameMemory AccessSameMemory(ThreadTree& tree, const SharedAccess& a, const SharedAccess& b,
                            const Parallelism& parallelism);

enum class CommonLock {
  kNo,        // no lock is held on both sides on any run
  kMaybe,     // perhaps the same lock, or held on some paths
  kProbably,  // all that is known of the two locks says they are one
  kShared,    // the same lock, but in shared mode on both sides
  kSurely,    // the same lock, exclusive on at least one side
};

// Given that the two access the same memory.
CommonLock HoldCommonLock(ThreadTree& tree, const SharedAccess& a, const SharedAccess& b,
                          const Parallelism& parallelism, BuiltLocks& built);

}  // namespace plait

#endif  // PLAIT_CHECKERS_CONFLICT_H_
