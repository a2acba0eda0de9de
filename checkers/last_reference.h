// Objects that count who refers to them: who counts down to the end has them alone, and what they
// point to. That each of the others has a reference of its own is not followed, so this is no
// proof.
#ifndef PLAIT_CHECKERS_LAST_REFERENCE_H_
#define PLAIT_CHECKERS_LAST_REFERENCE_H_

#include <cstdint>
#include <tuple>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "checkers/shared_access.h"
#include "checkers/thread_tree.h"
#include "summaries/term.h"

namespace plait {

class LastReference {
 public:
  // `accesses`: all that threads make while others may run, by object. Both are kept by reference.
  LastReference(ThreadTree& tree, const AccessesByObject& accesses)
      : tree_(tree), accesses_(accesses) {}

  // Whether the access is made by who has given up the last reference to the object, or to one by
  // way of which both reach it, and the partner, to the same object, has a reference that it gives
  // up later, as far as can be told.
  bool IsLast(const SharedAccess& access, const SharedAccess& partner);

 private:
  const ThreadPoint& PointOf(const SharedAccess& access) const {
    return tree_.nodes()[access.node].points[access.point];
  }
  std::vector<AtomId> ObjectsOnTheWay(const SharedAccess& access);
  TermId PlaceIn(AtomId object, TermId cell);
  std::vector<TermId> CountsAtEnd(const SharedAccess& access, AtomId object);
  bool TakesOne(const SharedAccess& access, AtomId object, TermId count) const;
  bool MayHaveGivenUp(const SharedAccess& access, AtomId object, TermId count);
  bool Counts(uint32_t node, AtomId object, TermId count, int step);
  bool FindCounts(uint32_t node, AtomId object, TermId count, int step) const;
  bool IsLastOf(AtomId object, const SharedAccess& access, const SharedAccess& partner);

  ThreadTree& tree_;
  const AccessesByObject& accesses_;
  // By object, node, count and step.
  absl::flat_hash_map<std::tuple<AtomId, uint32_t, TermId, int>, bool> counts_;
};

}  // namespace plait

#endif  // PLAIT_CHECKERS_LAST_REFERENCE_H_
