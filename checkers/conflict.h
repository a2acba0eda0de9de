// What separates two accesses that may happen in parallel: different memory, or a common lock.
#ifndef PLAIT_CHECKERS_CONFLICT_H_
#define PLAIT_CHECKERS_CONFLICT_H_

#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "checkers/built_locks.h"
#include "checkers/containers.h"
#include "checkers/happens_in_parallel.h"
#include "checkers/shared_access.h"
#include "checkers/thread_tree.h"

namespace plait {

enum class SameMemory {
  kNo,        // never the same bytes
  kUnlikely,  // each of the threads made or was handed one of its own, which it found in memory
  kMaybe,
  kSurely,  // the same bytes of a single object, on every run that gets there
};

// Both accesses are to the same object atom.
SameMemory AccessSameMemory(ThreadTree& tree, const SharedAccess& a, const SharedAccess& b,
                            const Parallelism& parallelism);

enum class CommonLock {
  kNo,            // no lock is held on both sides on any run
  kHardly,        // a word that is claimed on some paths, and that does not exclude as far as known
  kMaybe,         // perhaps the same lock, or held on some paths
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

// All that the functions above take from an access, but for its object, node, point, width and
// flags: accesses that are equal in these are the same to them. `counters`: NumberingCounters.
std::vector<int64_t> ConflictKey(ThreadTree& tree, const SharedAccess& access,
                                 const absl::flat_hash_set<AtomId>& counters);

// The counters of the loops that number threads, and of those that wait for them by number.
absl::flat_hash_set<AtomId> NumberingCounters(ThreadTree& tree);

}  // namespace plait

#endif  // PLAIT_CHECKERS_CONFLICT_H_
