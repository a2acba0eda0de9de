// Which of two accesses happens before the other, by all that orders threads: creation and join,
// semaphores, barriers, values seen, and chains of these through other threads (happens-before:
// Lamport 1978; C11, 5.1.2.4).
#ifndef PLAIT_CHECKERS_HAPPENS_BEFORE_H_
#define PLAIT_CHECKERS_HAPPENS_BEFORE_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/container/node_hash_map.h"
#include "checkers/finished_counts.h"
#include "checkers/happens_in_parallel.h"
#include "checkers/observed_order.h"
#include "checkers/shared_access.h"
#include "checkers/thread_tree.h"

namespace plait {

class HappensBefore {
 public:
  // `shared`: all accesses; `posts`: of semaphores and barriers. Of all threads, while others may
  // run; all are kept by reference.
  HappensBefore(ThreadTree& tree, WaitOrder& waits, ObservedOrder& observed,
                FinishedCounts& finished, const AccessesByObject& shared,
                const AccessesByObject& posts)
      : tree_(tree),
        waits_(waits),
        observed_(observed),
        finished_(finished),
        shared_(shared),
        posts_(posts) {}

  // True if one of the accesses happens before the other, or they are not of one execution, for
  // certain.
  bool Orders(const SharedAccess& a, const SharedAccess& b) {
    return Order(a, b, observed_.knows_all_writes());
  }
  // The same, but for the accesses that summaries dropped.
  bool ProbablyOrders(const SharedAccess& a, const SharedAccess& b) { return Order(a, b, true); }

  // False if the access comes after a wait that nobody ever ends.
  bool IsReachable(const SharedAccess& access) { return !waits_.WaitsForNobody(PointOf(access)); }

  // True if b, or a, waits for what a third thread may give only after the other access: a chain
  // that may order the two.
  bool MayOrder(const SharedAccess& a, const SharedAccess& b);

 private:
  using Place = std::pair<uint32_t, uint32_t>;  // node and point
  using PlaceSet = absl::flat_hash_set<Place>;

  // One question: what comes after `first`. In a chain that leads back to itself, what is asked for
  // already is taken to come after it, as the earliest link of it does if all others do.
  struct Query {
    const SharedAccess& first;
    bool is_certain;  // all must be known; else what is not known may be
    bool uses_values;
    int budget = kBudget;  // links
    PlaceSet asked = {};
    PlaceSet denied = {};
  };
  static constexpr int kBudget = 200;

  const ThreadPoint& PointOf(const SharedAccess& access) const {
    return tree_.nodes()[access.node].points[access.point];
  }
  bool Order(const SharedAccess& a, const SharedAccess& b, bool uses_values);
  bool Precedes(Query& query, const SharedAccess& event);
  bool PrecedesByChain(Query& query, const SharedAccess& event);
  bool MayPrecedeChange(Query& query, const SharedAccess& event, TermId cell);
  bool PrecedesByTree(const Query& query, const SharedAccess& event);
  const std::vector<const SharedAccess*>& PostsOf(TermId object);
  // What is known not to come after the access, for certain.
  PlaceSet& DeniedOf(const SharedAccess& first, bool uses_values);
  bool PrecedesPosts(Query& query, TermId semaphore);
  bool PrecedesArrivals(Query& query, const SharedAccess& event, TermId barrier);
  bool MayPrecedeSignals(Query& query, const SharedAccess& event, TermId condition);

  ThreadTree& tree_;
  WaitOrder& waits_;
  ObservedOrder& observed_;
  FinishedCounts& finished_;
  const AccessesByObject& shared_;
  const AccessesByObject& posts_;
  absl::node_hash_map<TermId, std::vector<const SharedAccess*>> posts_of_;  // by object
  absl::flat_hash_map<std::pair<Place, bool>, PlaceSet> denied_;            // see DeniedOf
  size_t denied_places_ = 0;                                                // in all of these
};

}  // namespace plait

#endif  // PLAIT_CHECKERS_HAPPENS_BEFORE_H_
