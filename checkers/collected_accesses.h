// The accesses of all threads that another thread can get at, by object.
#ifndef PLAIT_CHECKERS_COLLECTED_ACCESSES_H_
#define PLAIT_CHECKERS_COLLECTED_ACCESSES_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "checkers/pair_judge.h"
#include "checkers/reached_code.h"
#include "checkers/shared_access.h"
#include "checkers/thread_tree.h"
#include "summaries/summary.h"

namespace plait {

class CollectedAccesses {
 public:
  // Both are kept by reference. `n_roots`: of the tree.
  CollectedAccesses(ThreadTree& tree, const ReachedCode& code, size_t n_roots)
      : tree_(tree), code_(code), n_roots_(n_roots) {}

  void Collect();
  // Once all are there: marks those that are renewed, and notes the pointers of which nothing is
  // known because another thread may have changed the cell that they were loaded from.
  void FindRenewed(PairJudge* judge);
  void NoteUnresolvedByChange(PairJudge* judge);
  // Notes the writes to cells that a procedure of another thread takes to be unchanged.
  void FindUnsettling(PairJudge* judge);

  AccessesByObject& by_object() { return by_object_; }
  const AccessesByObject& before() const { return before_; }  // made while nothing else runs
  const AccessesByObject& posts() const { return posts_; }    // of semaphores and barriers
  uint64_t count() const { return count_; }                   // of all but posts

  // How many pointers nothing is known of are followed, and who follows the first: a node.
  uint32_t unresolved() const { return unresolved_; }
  std::pair<uint32_t, const Access*> unresolved_example() const { return unresolved_example_; }
  // Writes to cells that are taken to be unchanged.
  const std::vector<SharedAccess>& unsettling() const { return unsettling_; }

 private:
  void AddAccess(uint32_t n, uint32_t index, const Access& access, bool alone);
  std::optional<std::vector<TermId>> FoundWhereHanded(uint32_t n, TermId address);
  bool IsViaMemory(TermId address, TermId target, int steps);
  bool FindViaMemory(TermId address, TermId target, int steps);
  bool LeadsToMany(const std::vector<TermId>& targets);
  bool IsFromOwnVariable(const TermTable& terms, TermId address, int steps) const;
  // Whether no two threads can race for what lies at the address in the object.
  bool IsUnshared(const Atom& object, TermId address) const;
  // An access through a pointer nothing is known of. A pointer that is only ever null is not
  // followed.
  bool IsOfUnknownThread(AtomId base, int steps);
  bool IsFoundUnset(AtomId base, int steps);
  void NoteUnresolved(uint32_t n, AtomId base, const Access& access);
  void NoteUnresolved(uint32_t n, const Access& access);
  // The cell of which nothing is known, if it is known what the pointer is as long as no other
  // thread has changed the cell; else kNothing.
  TermId OpenBy(AtomId base);
  // The cells, of those given sorted, that the pointers on the way to the address were loaded from.
  void CollectLoaded(TermId address, const std::vector<TermId>& cells,
                     absl::flat_hash_set<AtomId>* seen, std::vector<TermId>* loaded);

  ThreadTree& tree_;
  const ReachedCode& code_;
  const size_t n_roots_;
  AccessesByObject by_object_;
  AccessesByObject before_;
  AccessesByObject posts_;
  uint64_t count_ = 0;
  absl::flat_hash_map<std::tuple<TermId, TermId, int>, bool> via_memory_;  // what was asked
  struct UnresolvedByChange {
    uint32_t node = 0;
    TermId cell = kNothing;
    const Access* access = nullptr;
  };
  std::vector<UnresolvedByChange> unresolved_by_change_;
  uint32_t unresolved_ = 0;
  std::pair<uint32_t, const Access*> unresolved_example_;
  std::vector<SharedAccess> unsettling_;
};

}  // namespace plait

#endif  // PLAIT_CHECKERS_COLLECTED_ACCESSES_H_
