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

#include "absl/container/flat_hash_map.h"
#include "absl/container/node_hash_map.h"
#include "absl/functional/function_ref.h"
#include "checkers/addressed_variables.h"
#include "checkers/built_locks.h"
#include "checkers/shared_access.h"
#include "checkers/thread_tree.h"
#include "summaries/summary.h"
#include "summaries/term.h"

namespace plait {

// What values seen say against a pair of accesses, short of a proof that they are ordered.
struct SeenDoubts {
  bool accesses_were_dropped = false;  // of any thread: others may write values that were seen
  // The hand-over that would order them is made with a flag that is used again: which round was
  // seen cannot be told.
  bool may_be_handed_over = false;
  // A count, or a flag, that a thread sets before its access is back where it began, as seen.
  bool may_have_finished = false;
  // One of them is reached by a value that a variable of the program does not start with,
  bool needs_unset = false;       // and that nothing writes;
  bool is_set_up_before = false;  // that it starts with, and that whoever finds it replaces, which
                                  // was done before there were threads;
  bool is_likely_set_up_before = false;  // the same, if nothing else kept it from being done;
  bool may_be_set_up_before = false;     // the same, but for what the main thread's accesses lack;
  bool needs_dropped = false;     // that is written, if at all, by accesses that were dropped;
  bool is_unexplained = false;    // that nobody can have given it, or that was overwritten before;
  bool is_given_outside = false;  // the same, but for who may change a volatile variable;
  bool is_overwritten = false;    // that every run overwrites before there are threads
};

class ObservedOrder {
 public:
  // `shared` and `before`: all accesses of all threads, those made while nothing else ran apart.
  // Kept by reference.
  ObservedOrder(ThreadTree& tree, const AccessesByObject& shared, const AccessesByObject& before)
      : tree_(tree), shared_(shared), before_(before), has_all_(tree.HasAllAccesses()) {}

  // False if summaries dropped accesses: others may write the values that were seen.
  bool knows_all_writes() const { return has_all_; }

  // True if a happens before b, as far as the writes are known: b's thread saw a value all writes
  // of which come after a, but for those that come after b itself; of a count, so many that the
  // others are too few. `comes_after`: whether a write does, by what its thread knew before.
  bool Before(const SharedAccess& a, const SharedAccess& b,
              absl::FunctionRef<bool(const SharedAccess&)> comes_after);
  // True if all that can have written a value that b's thread saw may follow.
  bool MayFollow(const SharedAccess& b, absl::FunctionRef<bool(const SharedAccess&)> may_follow);
  // True if the threads have seen values in one variable that it cannot both have while they run:
  // then the two are not of one execution.
  bool Exclude(const SharedAccess& a, const SharedAccess& b);

  SeenDoubts DoubtsOf(const SharedAccess& a, const SharedAccess& b);

  // False if a value that was certainly seen on the way to the access is one nobody can have
  // written by then. A variable that is never written at all may be a switch for someone outside of
  // the program.
  bool IsReachable(const SharedAccess& access);

 private:
  // What is to be known of one observation, whoever made it.
  struct Cause {
    bool is_followed = false;  // what put it there is known, but for what was dropped
    bool is_relaxed = false;   // somebody may have seen it without what came before
    bool is_unset = false;     // nothing in the program writes the variable
    bool is_settled = false;   // the program writes it, or says that nobody does
    bool is_volatile = false;
    bool is_overwritten = false;         // it was there at the start, and not when threads started
    bool is_always_overwritten = false;  // and nothing decides on that
    bool is_set_up = false;            // the same, by who found it there, as threads do themselves
    bool is_likely_set_up = false;     // the same, if more than what was there decides on that
    bool may_be_set_up = false;        // threads do so, and it is not known that nobody did before
    std::vector<SharedAccess> writes;  // one of these did
    // Those of them by who had not seen such a value before, and those of which the same holds or
    // whose readers do not come after what the writer had seen.
    std::vector<SharedAccess> first_writes, unpassed_writes;
    uint64_t least = 1;                // so many threads have made such a write
    std::vector<SharedAccess> others;  // may write something else there

    bool OrdersReaders() const { return is_followed && !is_relaxed && !writes.empty(); }
  };

  // Those of the doubts that an access has whatever the other one is.
  SeenDoubts DoubtsOfAlone(const SharedAccess& access);
  // Whether b's thread, started by a's, has seen a value that only a's thread writes while b's
  // runs, and that it also takes back.
  bool MayHandOver(const SharedAccess& a, const SharedAccess& b);
  // Whether a's thread has seen what b's thread, which it started, takes away before b and may put
  // back later: a count of threads that are there, or at work.
  bool MayHaveFinished(const SharedAccess& a, const SharedAccess& b);
  // Whether threads of the node write something else there, once, and such a value later.
  bool TakesAndGivesBack(uint32_t node, const Observation& seen);
  bool FindTakesAndGivesBack(uint32_t node, const Observation& seen);
  bool NeedsUnset(const SharedAccess& access);
  bool NeedsOverwritten(const SharedAccess& access);
  bool NeedsDropped(const SharedAccess& access);
  bool IsOnTheWayToThreads(const SharedAccess& access);
  // Whether the main thread makes it, and not also before it starts others.
  bool IsMadeWithThreadsOnly(const SharedAccess& access);
  // Whether a value on the way to the access is one that was set up before there were threads, as
  // the member of its cause says.
  bool IsSetUpBefore(const SharedAccess& access, bool Cause::* is_set_up);
  // Where writes are made before there are threads.
  const std::set<std::pair<uint32_t, uint32_t>>& WritesAlone();
  bool IsUnexplained(const SharedAccess& access, bool is_volatile);
  bool IsReachableByKnownWrites(const SharedAccess& access);
  bool IsSeenByThreadItself(const SharedAccess& access, const Observation& seen);
  void FindReachable();
  const ThreadPoint& PointOf(const SharedAccess& access) const;
  const Cause& CauseOf(const Observation& seen);
  // Of all that was observed at the point of the access, in that order.
  const std::vector<const Cause*>& CausesAt(const SharedAccess& access);
  Cause FindCause(const Observation& seen);
  Cause FindCauseAt(const Observation& seen, TermId cell);
  Cause FindCauseOfDifference(const Observation& seen, TermId cell, TermId other);
  // The places that the cell may be, each in one object, or none if they are not known.
  std::vector<TermId> PlacesOf(TermId cell);
  bool SeeSame(const Observation& a, const Observation& b);
  std::optional<int64_t> NumberOf(const SharedAccess& write) const;  // that it writes
  bool MayWrite(const SharedAccess& write, const Observation& seen) const;
  bool MustWrite(const SharedAccess& write, const Observation& seen) const;
  bool IsDecidedByWhatItReplaces(const SharedAccess& write) const;
  bool IsMadeAtTheEnd(const SharedAccess& write) const;
  bool IsMadeAlone(const SharedAccess& write, bool is_alone) const;
  std::vector<const SharedAccess*> AlsoMadeAlone(
      const std::vector<const SharedAccess*>& set_up,
      const std::vector<const SharedAccess*>& alone) const;
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
  absl::node_hash_map<std::pair<uint32_t, uint32_t>, std::vector<const Cause*>> causes_at_;
  absl::flat_hash_map<std::pair<uint32_t, uint32_t>, SeenDoubts> doubts_alone_;  // node and index
  std::map<std::pair<uint32_t, Observation>, bool> takes_and_gives_back_;
  std::map<std::pair<TermId, uint32_t>, bool> settled_before_threads_;
  const bool has_all_;  // if summaries dropped accesses, others may write a value, too
  std::optional<AddressedVariables> addressed_;                          // once asked for
  std::optional<std::set<std::pair<uint32_t, uint32_t>>> writes_alone_;  // once asked for
  bool reachable_is_known_ = false;
  std::set<std::pair<uint32_t, uint32_t>> unreachable_;  // node and point
};

}  // namespace plait

#endif  // PLAIT_CHECKERS_OBSERVED_ORDER_H_
