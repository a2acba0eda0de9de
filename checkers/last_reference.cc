#include "checkers/last_reference.h"

#include <algorithm>

#include "summaries/sorted_sets.h"

namespace plait {

// Where in the object of the access the cell lies; kNothing if that is not one place.
TermId LastReference::PlaceIn(const SharedAccess& access, TermId cell) {
  const std::vector<TermId>& targets = tree_.points_to().Resolve(cell);
  if (targets.size() != 1) return kNothing;
  TermTable& terms = tree_.terms();
  const bool is_in = ObjectKey(terms, terms.Base(targets[0])) == ObjectKey(terms, access.object);
  return is_in ? terms.Offset(targets[0]) : static_cast<TermId>(kNothing);
}

// The numbers in the object that the thread has counted down to their end.
std::vector<TermId> LastReference::CountsAtEnd(const SharedAccess& access) {
  std::vector<TermId> counts;
  for (const Observation& seen : PointOf(access).observed) {
    if (seen.is_difference() || seen.high < 0 || seen.high > 1) continue;
    const TermId count = PlaceIn(access, seen.cell);
    if (count != kNothing && Counts(access, count, -1)) InsertSorted(&counts, count);
  }
  return counts;
}

// Whether the thread of the access changes the number in its object by that, in one step.
bool LastReference::Counts(const SharedAccess& access, TermId count, int step) {
  const AtomId object = ObjectKey(tree_.terms(), access.object);
  const auto [it, inserted] = counts_.try_emplace({object, access.node, count, step});
  if (inserted) it->second = FindCounts(object, access.node, count, step);
  return it->second;
}

bool LastReference::FindCounts(AtomId object, uint32_t node, TermId count, int step) const {
  const auto found = accesses_.find(object);
  if (found == accesses_.end()) return false;
  return std::any_of(found->second.begin(), found->second.end(), [&](const SharedAccess& other) {
    if (other.node != node) return false;
    const Access& made = tree_.nodes()[other.node].summary->accesses[other.index];
    if (other.kind != AccessKind::kWrite || tree_.terms().Offset(other.resolved) != count)
      return false;
    // Of who takes another reference, nothing has to be seen, nor that it is one: what else should
    // be put there?
    return step > 0 ? made.step != -1
                    : made.step == step && made.is_update && made.is_announced && !made.is_relaxed;
  });
}

// Whether the access is made by who has given up the last reference to the object, and the partner
// has a reference that it gives up later, as far as can be told.
bool LastReference::IsLast(const SharedAccess& access, const SharedAccess& partner) {
  const std::vector<TermId> counts = CountsAtEnd(access);
  const std::vector<TermId>& announced = PointOf(partner).announced;
  return std::any_of(counts.begin(), counts.end(), [&](TermId count) {
    if (!Counts(partner, count, -1)) return false;
    const bool may_have_given_up =
        std::any_of(announced.begin(), announced.end(),
                    [&](TermId cell) { return PlaceIn(partner, cell) == count; });
    return !may_have_given_up || Counts(partner, count, 1) ||
           ContainsSorted(CountsAtEnd(partner), count);
  });
}

}  // namespace plait
