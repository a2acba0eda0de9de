// May two accesses happen at the same time? After RacerF, section 6.2 (active threads), with
// threads told apart by their place in the tree.
#ifndef PLAIT_CHECKERS_HAPPENS_IN_PARALLEL_H_
#define PLAIT_CHECKERS_HAPPENS_IN_PARALLEL_H_

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "checkers/shared_access.h"
#include "checkers/thread_tree.h"
#include "summaries/sorted_sets.h"

namespace plait {

struct Parallelism {
  // Under one and the same instance of their closest common creator.
  bool together = false;
  // In two different instances of a thread that runs several times: the closest such common
  // ancestor. kNothing if there is none.
  uint32_t across = kNothing;
  // All of `across`, and that it runs several times, is certain on some run.
  bool across_certain = false;
  bool across_repeats = false;  // ... and no earlier start of one keeps a later one from it
  // What is known of the threads beside each other comes of states that were merged: `together` may
  // be true of none of them.
  bool is_merged = false;
  // In some states the thread had been joined, or one that it may be.
  bool is_ended_somewhere = false;

  bool possible() const { return together || across != kNothing; }
};

// True if the thread at the point has joined the only thread of the node, through a handle that is
// not known in its own procedure.
bool HasJoinedByHandle(ThreadTree& tree, const ThreadPoint& point, uint32_t node);

// By creation and join alone.
Parallelism MayHappenInParallel(ThreadTree& tree, const SharedAccess& a, const SharedAccess& b);

// True if waiting orders the two: a semaphore, barrier or once-function passed in between
// (docs/analysis.md, "Ordering without locks"); or if they are not of one execution, since a
// once-function runs once.
// `posters`: by object, nodes that post it; `counts`: initial counts known.
class WaitOrder {
 public:
  explicit WaitOrder(ThreadTree& tree);
  bool Orders(const SharedAccess& a, const SharedAccess& b);
  // True if a happens before b by a barrier or a once-function that both threads come to.
  bool Before(const SharedAccess& a, const SharedAccess& b);
  // True if one side waits for something the other side posts, whether or not that orders the two,
  // or both wait for a semaphore that need not let both through.
  bool Relates(const SharedAccess& a, const SharedAccess& b);
  // True if one side waits for something, and the other posts more than is kept.
  bool MayRelate(const SharedAccess& a, const SharedAccess& b);
  // True if both threads meet at a barrier, or at a condition as at one, and only one of the
  // accesses is known to come after that.
  bool IsMeetingBetween(const SharedAccess& a, const SharedAccess& b);

  // The object that the term leads to, if that is one and known, or else the term.
  TermId ObjectOf(TermId term);
  // What a semaphore or barrier starts with, if that is known and always the same.
  std::optional<int64_t> CountAtFirst(TermId object);
  bool IsBarrier(TermId object) const { return barriers_.contains(object); }
  // Whether as many threads come to the barrier as it waits for, each of which runs once.
  bool WaitsForAll(TermId barrier);
  bool IsPosted(TermId object) const { return posters_.contains(object); }
  // True if who gets to the point has waited for a semaphore that starts at 0 and that nobody ever
  // posts, or at a barrier that too few come to: then nobody does.
  bool WaitsForNobody(const ThreadPoint& point);
  // Whether a thread of the node posts it.
  bool Posts(uint32_t node, TermId object) {
    auto posters = posters_.find(object);
    return ContainsSorted(anything_posters_, node) ||
           (posters != posters_.end() && ContainsSorted(posters->second, node));
  }
  // Whether the object may have been posted by then, or is one of the terms.
  bool MayPost(const ThreadPoint& point, TermId object);
  bool MayInclude(const std::vector<TermId>& terms, TermId object);

 private:
  bool IsInOtherRunOfOnce(const SharedAccess& a, uint32_t thread);
  bool ArriveAtOneSemaphore(const SharedAccess& a, const SharedAccess& b);
  bool HoldsOnce(const ThreadPoint& point, TermId flag);
  // How often a thread of the node has come through the barrier at the point, if that is known.
  std::optional<Arrivals> ArrivalsAt(const ThreadPoint& point, TermId barrier);
  // Whether the threads have come another number of times through a barrier that both come to, or
  // just one of them may be the one that was told that it was the last to come.
  bool AreOfOtherRounds(const SharedAccess& a, const SharedAccess& b);
  bool IsEverPosted(TermId semaphore);
  // Whether fewer threads than the barrier waits for ever come to it.
  bool TooFewArrive(TermId barrier);
  bool MayPost(TermId posted, TermId object);
  void FindMeetings();
  bool HasMetOnly(uint32_t node, TermId first, TermId second);
  // The part of the thread that the access is in, if it may be one of several that do different
  // things: a callee of the outermost procedure.
  Name PartOf(uint32_t node, const Access& access) const;
  bool Meets(const SharedAccess& access, TermId object) const;
  bool IsBeforeMeeting(const SharedAccess& a, const SharedAccess& b);
  bool IsBefore(const SharedAccess& a, TermId object);

  ThreadTree& tree_;
  absl::flat_hash_map<TermId, std::vector<uint32_t>> posters_;
  std::vector<uint32_t> anything_posters_;         // nodes that may post any object
  absl::flat_hash_map<TermId, bool> ever_posted_;  // of those that were asked for
  absl::flat_hash_map<TermId, bool> too_few_arrive_;
  absl::flat_hash_map<TermId, TermId> counts_;
  absl::flat_hash_map<TermId, std::vector<uint32_t>> waiters_;
  absl::flat_hash_set<TermId> barriers_;
  // Who meets there, by object.
  absl::flat_hash_map<TermId, std::vector<std::pair<uint32_t, Name>>> meetings_;
  // One and another meeting that some thread comes to after it.
  absl::flat_hash_set<std::pair<TermId, TermId>> in_turn_;
};

// One sentence for people: why the two may overlap in time.
std::string ExplainOverlap(ThreadTree& tree, const SharedAccess& a, const SharedAccess& b,
                           const Parallelism& parallelism);

}  // namespace plait

#endif  // PLAIT_CHECKERS_HAPPENS_IN_PARALLEL_H_
