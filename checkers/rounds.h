// Threads that are started by who finds a variable unset, under a lock, and sets it; and cleared by
// who has waited for threads, under the same lock. Two such threads are of two rounds: most likely
// the one has ended before the other is started.
#ifndef PLAIT_CHECKERS_ROUNDS_H_
#define PLAIT_CHECKERS_ROUNDS_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "checkers/code_order.h"
#include "checkers/happens_in_parallel.h"
#include "checkers/shared_access.h"
#include "checkers/thread_tree.h"

namespace plait {

class Rounds {
 public:
  // `accesses`: all that threads make while others may run, by object. All are kept by reference.
  Rounds(ThreadTree& tree, const AccessesByObject& accesses, CodeOrder& code)
      : tree_(tree), accesses_(accesses), code_(code) {}

  // Whether the threads of the accesses are of two rounds, or one access prepares a round that is
  // not the other's.
  bool Separate(const SharedAccess& a, const SharedAccess& b, const Parallelism& parallelism);

 private:
  // A variable that was found unset, and a lock that was held.
  struct Entry {
    TermId cell = kNothing;
    TermId lock = kNothing;

    friend auto operator<=>(const Entry&, const Entry&) = default;
  };
  using Entries = std::vector<Entry>;  // sorted

  Entries EntriesAt(const ThreadPoint& point);
  // Of all creations of the node's threads; or of one of those it descends from, below `ancestor`.
  Entries EntriesOf(uint32_t node);
  Entries EntriesBelow(uint32_t node, int ancestor);
  bool HaveCommon(const Entries& a, const Entries& b);
  bool IsRound(const Entry& entry);
  bool FindRound(const Entry& entry);
  bool IsSet(const Entry& entry);
  bool Clears(const ThreadNode& node, const Access& write);

  ThreadTree& tree_;
  const AccessesByObject& accesses_;
  CodeOrder& code_;
  absl::flat_hash_map<uint32_t, Entries> entries_;  // by node
  absl::flat_hash_map<std::pair<TermId, TermId>, bool> rounds_;
};

}  // namespace plait

#endif  // PLAIT_CHECKERS_ROUNDS_H_
