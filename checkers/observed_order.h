// Order by values seen: a thread that has seen a flag set comes after what the setter did before.
//
// The flag may be atomic, or guarded by a lock (condition variables with their predicate, flags
// polled under a lock); if it is neither, reading it is a race of its own.
#ifndef PLAIT_CHECKERS_OBSERVED_ORDER_H_
#define PLAIT_CHECKERS_OBSERVED_ORDER_H_

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "checkers/addressed_variables.h"
#include "checkers/built_locks.h"
#include "checkers/shared_access.h"
#include "checkers/thread_tree.h"
#include "summaries/summary.h"
#include "summaries/term.h"

namespace plait {

class ObservedOrder {
 public:
  // `shared` and `before`: all accesses of all threads, those made while nothing else ran apart.
  // Kept by reference.
  ObservedOrder(ThreadTree& tree, const AccessesByObject& shared, const AccessesByObject& before)
      : tree_(tree), shared_(shared), before_(before), has_all_(HasAllAccesses(tree)) {}

  // Whether what these values say is certain: summaries may have dropped accesses, and with them
  // who else writes such a value.
  bool is_certain() const { return has_all_; }

  // True if one of the accesses happens before the other: its thread has seen a value that, as far
  // as is known, can only have been written after the other access.
  bool Orders(const SharedAccess& a, const SharedAccess& b);

  // True if the threads have seen values in one variable that it cannot both have while they run,
  // as nothing that is known writes it then.
  bool Exclude(const SharedAccess& a, const SharedAccess& b);

  // True if b's thread, started by a's, has seen a value that only a's thread writes while b's
  // runs, and that it also takes back: whether it is the hand-over after `a` that was seen cannot
  // be told.
  bool MayHandOver(const SharedAccess& a, const SharedAccess& b);

  // True if a value was seen on the way to the access that a variable of the program does not start
  // with, and nothing in the program writes.
  bool NeedsUnset(const SharedAccess& access);

  // False if a value that was certainly seen on the way to the access is one nobody can have
  // written by then. A variable that is never written at all may be a switch for someone outside of
  // the program.
  bool IsReachable(const SharedAccess& access);

  // Whether such a variable was seen with another value than it starts with, or one with the value
  // it starts with that is only written before other threads run, and set to something else there.
  bool IsUnexplained(const SharedAccess& access);

 private:
  // What is to be known of one observation, whoever made it.
  struct Cause {
    bool is_followed = false;          // what put it there is known, but for what was dropped
    bool is_unset = false;             // nothing in the program writes the variable
    bool is_settled = false;           // the program writes it, or says that nobody does
    bool is_overwritten = false;       // it was there at the start, and not when threads started
    std::vector<SharedAccess> writes;  // one of these did
    uint64_t least = 1;                // so many threads have made such a write
    std::vector<SharedAccess> others;  // may write something else there
  };

  bool IsSeenByThreadItself(const SharedAccess& access, const Observation& seen);
  void FindReachable();
  const ThreadPoint& PointOf(const SharedAccess& access) const;
  const Cause& CauseOf(const Observation& seen);
  Cause FindCause(const Observation& seen);
  Cause FindCauseOfDifference(const Observation& seen);
  // The one place that the cell is, or kNothing.
  TermId PlaceOf(TermId cell);
  bool SeeSame(const Observation& a, const Observation& b);
  std::optional<int64_t> NumberOf(const SharedAccess& write) const;  // that it writes
  bool MayWrite(const SharedAccess& write, const Observation& seen) const;
  bool MustWrite(const SharedAccess& write, const Observation& seen) const;
  bool Before(const SharedAccess& a, const SharedAccess& b, int stages);
  bool IsOnlyStep(const SharedAccess& write, const Observation& seen, int step);
  bool HasAnnounced(const ThreadPoint& point, const Observation& seen);
  bool PassesOn(const SharedAccess& write) const;
  bool HasSeen(const SharedAccess& write, const Observation& seen);
  bool Precedes(const SharedAccess& a, const SharedAccess& write, const Observation& seen);
  bool MayOverlap(TermId a, TermId cell);
  bool IsSettledBeforeThreads(TermId cell, uint32_t width);

  ThreadTree& tree_;
  const AccessesByObject& shared_;
  const AccessesByObject& before_;
  std::map<Observation, Cause> causes_;
  std::map<std::pair<TermId, uint32_t>, bool> settled_before_threads_;
  const bool has_all_;
  std::optional<AddressedVariables> addressed_;  // once asked for
  bool reachable_is_known_ = false;
  std::set<std::pair<uint32_t, uint32_t>> unreachable_;  // node and point
};

}  // namespace plait

#endif  // PLAIT_CHECKERS_OBSERVED_ORDER_H_
