// Compares the accesses to each object with each other, and keeps the pairs nothing separates.
#ifndef PLAIT_CHECKERS_PAIR_SEARCH_H_
#define PLAIT_CHECKERS_PAIR_SEARCH_H_

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/node_hash_map.h"
#include "checkers/access_classes.h"
#include "checkers/built_locks.h"
#include "checkers/collected_accesses.h"
#include "checkers/containers.h"
#include "checkers/finished_counts.h"
#include "checkers/happens_before.h"
#include "checkers/happens_in_parallel.h"
#include "checkers/observed_order.h"
#include "checkers/own_numbers.h"
#include "checkers/pair_judge.h"
#include "checkers/race_candidates.h"
#include "checkers/reached_code.h"
#include "checkers/ring_ends.h"
#include "checkers/shared_access.h"
#include "checkers/thread_tree.h"

namespace plait {

class PairSearch {
 public:
  // All but `apart` are kept by reference. `apart`: see AccessClasses.
  PairSearch(ThreadTree& tree, WaitOrder& waits, PairJudge& judge, CollectedAccesses& accesses,
             const ReachedCode& code, bool apart)
      : tree_(tree),
        judge_(judge),
        accesses_(accesses),
        code_(code),
        containers_(tree, accesses.by_object()),
        classes_(tree, judge, containers_, apart),
        observed_(tree, accesses.by_object(), accesses.before()),
        finished_(tree, accesses.by_object(), accesses.before()),
        order_(tree, waits, observed_, finished_, accesses.by_object(), accesses.posts()),
        built_locks_(tree, accesses.by_object(), accesses.before(), accesses.posts()),
        takers_(tree, accesses.by_object(), accesses.before()),
        rings_(tree, accesses.by_object(), accesses.before()) {}

  // Compares all accesses, as they are now; forgets what was found before.
  void CompareAll();

  // What was found, by the key of the variable: pairs with an access that is set apart stand for no
  // others.
  std::map<std::string, Found>& by_variable() { return by_variable_; }
  const std::map<std::string, Found>& apart_by_variable() const { return apart_by_variable_; }

  // Reads that lead on, by node and number in its summary, beside writes that come with nothing.
  const std::set<std::pair<uint32_t, uint32_t>>& unordered() const { return unordered_; }

  uint64_t pairs() const { return pairs_; }  // compared
  bool is_budget_spent() const { return budget_spent_; }

  // Which variable the access is to.
  const Variable& VariableOf(const SharedAccess& access);

 private:
  void CheckObject(const std::vector<SharedAccess>& accesses);
  void CheckPair(const AccessClass& x, const AccessClass& y);
  // All pairs of the two classes are candidates on the variables that they are on.
  void AddCandidates(const AccessClass& x, const AccessClass& y, const PairFacts& facts);
  // Whether it is a write behind a pointer that was published relaxed, but under a lock that all
  // hold who look for it, so that they find it made.
  bool IsFoundUnderLock(const SharedAccess& access);
  // That nothing lets what one of them finds come with what was written before the other one.
  void NoteUnordered(const AccessClass& x, const AccessClass& y);
  // Whether the accesses of each pair are to the two ends of a ring.
  bool AreOfRing(const AccessClass& x, const AccessClass& y);
  // What holds for all pairs of accesses at the two points.
  const PointPair& PointsOf(const SharedAccess& a, const SharedAccess& b);
  // The pair that has the least against it.
  std::pair<SharedAccess, SharedAccess> ShownOf(const PairsOfClasses& pairs);
  Found& FoundOf(Group* group, bool is_apart);
  std::vector<Group>& GroupsOf(const AccessClass& accesses);
  // Points that are only reached when another thread wrote a cell: drop those nobody writes.
  bool IsReachable(const SharedAccess& access);

  ThreadTree& tree_;
  PairJudge& judge_;
  CollectedAccesses& accesses_;
  const ReachedCode& code_;
  Containers containers_;
  AccessClasses classes_;
  ObservedOrder observed_;
  FinishedCounts finished_;
  HappensBefore order_;
  BuiltLocks built_locks_;
  Takers takers_;
  RingEnds rings_;
  std::map<std::string, Found> by_variable_;
  std::map<std::string, Found> apart_by_variable_;
  std::set<std::pair<uint32_t, uint32_t>> unordered_;
  std::map<std::pair<uint32_t, uint32_t>, bool> found_under_lock_;
  // What was asked before.
  absl::node_hash_map<std::tuple<uint32_t, uint32_t, TermId>, Variable> variables_;
  absl::flat_hash_map<std::tuple<uint32_t, uint32_t, uint32_t, uint32_t>, PointPair> point_pairs_;
  absl::flat_hash_map<const AccessClass*, std::vector<Group>> groups_;  // of the object at hand
  uint64_t pairs_ = 0;
  bool budget_spent_ = false;
};

}  // namespace plait

#endif  // PLAIT_CHECKERS_PAIR_SEARCH_H_
