// Whether a lock is held at two accesses that may happen in parallel, to what may be the same
// memory.
#ifndef PLAIT_CHECKERS_COMMON_LOCK_H_
#define PLAIT_CHECKERS_COMMON_LOCK_H_

#include <cstdint>
#include <vector>

#include "checkers/built_locks.h"
#include "checkers/containers.h"
#include "checkers/happens_in_parallel.h"
#include "checkers/shared_access.h"
#include "checkers/thread_tree.h"

namespace plait {

enum class CommonLock {
  kNo,      // no lock is held on both sides on any run
  kHardly,  // a word that is claimed, on some paths or as a step, and that does not exclude as far
            // as known
  kMaybe,   // perhaps the same lock, or held on some paths
  kUnlessFailed,  // the same lock, but for executions in which a call that waits for it failed
  kProbably,      // all that is known of the two locks says they are one
  kShared,        // the same lock, but in shared mode on both sides
  kSurely,        // the same lock, exclusive on at least one side
};

// By the locks themselves: depends on the nodes and points of the two alone.
CommonLock HoldCommonLock(ThreadTree& tree, const SharedAccess& a, const SharedAccess& b,
                          const Parallelism& parallelism, BuiltLocks& built);

// By how the locks relate to what is accessed, given that it is the same memory: each object or
// element with a lock of its own (RELAY, Voung et al. 2007, section 4.1).
CommonLock HoldLockOfElement(ThreadTree& tree, const SharedAccess& a, const SharedAccess& b,
                             BuiltLocks& built);

// By how the locks relate to the containers in which what is accessed hangs, given that it is the
// same memory, and so one container.
CommonLock HoldLockOfContainer(ThreadTree& tree, const SharedAccess& a, const Container& of_a,
                               const SharedAccess& b, const Container& of_b, BuiltLocks& built);

// Whether a lock held at the access is related so: without, HoldLockOfElement is kNo.
bool HasLockOfElement(ThreadTree& tree, const SharedAccess& access);

// All that HoldLockOfElement takes from an access, but for its node, point, width and flags:
// accesses that are equal in these are the same to it.
std::vector<int64_t> LockKey(ThreadTree& tree, const SharedAccess& access);

}  // namespace plait

#endif  // PLAIT_CHECKERS_COMMON_LOCK_H_
