// Whether two accesses that may happen in parallel are to the same memory.
#ifndef PLAIT_CHECKERS_SAME_MEMORY_H_
#define PLAIT_CHECKERS_SAME_MEMORY_H_

#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "checkers/happens_in_parallel.h"
#include "checkers/shared_access.h"
#include "checkers/thread_tree.h"

namespace plait {

enum class SameMemory {
  kNo,        // never the same bytes
  kUnlikely,  // each of the threads made or was handed one of its own, which it found in memory, or
              // found it in an element of its own of an array of pointers
  kMaybe,
  kSurely,  // the same bytes of a single object, on every run that gets there
};

// Both accesses are to the same object atom.
SameMemory AccessSameMemory(ThreadTree& tree, const SharedAccess& a, const SharedAccess& b,
                            const Parallelism& parallelism);

// All that AccessSameMemory takes from an access, but for its object, node, point, width and flags:
// accesses that are equal in these are the same to it. `counters`: NumberingCounters.
std::vector<int64_t> MemoryKey(ThreadTree& tree, const SharedAccess& access,
                               const absl::flat_hash_set<AtomId>& counters);

// The counters of the loops that number threads, and of those that wait for them by number.
absl::flat_hash_set<AtomId> NumberingCounters(const ThreadTree& tree);

}  // namespace plait

#endif  // PLAIT_CHECKERS_SAME_MEMORY_H_
