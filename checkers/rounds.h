// Threads that are started by who finds a variable to be a certain number, and makes it another
// one: under a lock, or where one thread alone does so. It is made that number again by who has
// waited for threads, or by the thread itself as it ends. Two such threads are of two rounds: most
// likely the one has ended before the other is started. So are those that a count starts on its
// way.
#ifndef PLAIT_CHECKERS_ROUNDS_H_
#define PLAIT_CHECKERS_ROUNDS_H_

#include <cstdint>
#include <map>
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
  // A variable that was found to be a number, and a lock that was held, or else the thread that
  // found it.
  struct Entry {
    TermId cell = kNothing;
    uint32_t width = 0;  // bytes
    int64_t number = 0;
    TermId lock = kNothing;
    uint32_t node = kNothing;

    friend auto operator<=>(const Entry&, const Entry&) = default;
  };
  using Entries = std::vector<Entry>;  // sorted

  Entries EntriesAt(uint32_t node, const ThreadPoint& point);
  // Of all creations of the node's threads; or of one of those it descends from, below `ancestor`.
  Entries EntriesOf(uint32_t node);
  bool IsFoundEachTime(const Summary& creator, uint32_t spawn, const Entry& entry);
  Entries EntriesBelow(uint32_t node, int ancestor);
  // Whether an entry of both begins a round, at whose end neither access may be past. With
  // `by_lock`, one under a lock.
  bool HaveCommon(const Entries& x, const Entries& y, const SharedAccess& a, const SharedAccess& b,
                  bool by_lock);
  bool IsRound(const Entry& entry);
  bool FindRound(const Entry& entry);
  bool IsGivenUp(const SharedAccess& write, const Entry& entry);
  bool IsSet(const Entry& entry);
  bool Clears(const ThreadNode& node, const Access& write, const Entry& entry);
  bool IsGuarded(const SharedAccess& write, const Entry& entry);
  bool IsStartedBy(uint32_t node, const Entry& entry);
  bool MayComeAfter(const SharedAccess& access, const Entry& entry);

  ThreadTree& tree_;
  const AccessesByObject& accesses_;
  CodeOrder& code_;
  absl::flat_hash_map<uint32_t, Entries> entries_;  // by node
  std::map<Entry, bool> rounds_;
};

}  // namespace plait

#endif  // PLAIT_CHECKERS_ROUNDS_H_
