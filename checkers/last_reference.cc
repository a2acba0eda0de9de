#include "checkers/last_reference.h"

#include <algorithm>

#include "summaries/sorted_sets.h"

namespace plait {

// The object that is accessed, and those that the pointers lie in by way of which it is found:
// ObjectKeys. Sorted.
std::vector<AtomId> LastReference::ObjectsOnTheWay(const SharedAccess& access) {
  TermTable& terms = tree_.terms();
  std::vector<AtomId> objects = {ObjectKey(terms, access.object)};
  const ThreadNode& node = tree_.nodes()[access.node];
  const TermTable& own = node.summary->terms;
  AtomId base = own.Base(node.summary->accesses[access.index].address);
  while (base != kNothing &&
         (own.atom(base).kind == AtomKind::kInitial || own.atom(base).kind == AtomKind::kShared)) {
    const TermId cell = own.atom(base).argument;
    const std::vector<TermId>& targets = tree_.points_to().Resolve(node.importer->Map(cell));
    if (targets.size() == 1 && terms.Base(targets[0]) != kNothing) {
      InsertSorted(&objects, ObjectKey(terms, terms.Base(targets[0])));
    }
    base = own.Base(cell);
  }
  return objects;
}

// Where in the object the cell lies; kNothing if that is not one place.
TermId LastReference::PlaceIn(AtomId object, TermId cell) {
  const std::vector<TermId>& targets = tree_.points_to().Resolve(cell);
  if (targets.size() != 1) return kNothing;
  TermTable& terms = tree_.terms();
  const AtomId base = terms.Base(targets[0]);
  const bool is_in = base != kNothing && ObjectKey(terms, base) == object;
  return is_in ? terms.Offset(targets[0]) : static_cast<TermId>(kNothing);
}

// The numbers in the object that the thread has counted down to their end.
std::vector<TermId> LastReference::CountsAtEnd(const SharedAccess& access, AtomId object) {
  std::vector<TermId> counts;
  for (const Observation& seen : PointOf(access).observed) {
    if (seen.is_difference() || seen.high < 0 || seen.high > 1) continue;
    const TermId count = PlaceIn(object, seen.cell);
    if (count != kNothing && Counts(access.node, object, count, -1)) InsertSorted(&counts, count);
  }
  return counts;
}

// Whether the threads of the node change the number in the object by that, in one step.
bool LastReference::Counts(uint32_t node, AtomId object, TermId count, int step) {
  const auto [it, inserted] = counts_.try_emplace({object, node, count, step});
  if (inserted) it->second = FindCounts(node, object, count, step);
  return it->second;
}

bool LastReference::FindCounts(uint32_t node, AtomId object, TermId count, int step) const {
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

// Whether the access counts one more reference.
bool LastReference::TakesOne(const SharedAccess& access, AtomId object, TermId count) const {
  const Access& made = tree_.nodes()[access.node].summary->accesses[access.index];
  return made.is_update && made.step > 0 && ObjectKey(tree_.terms(), access.object) == object &&
         tree_.terms().Offset(access.resolved) == count;
}

// What a thread finds as it counts, it finds before it has counted.
bool LastReference::MayHaveGivenUp(const SharedAccess& access, AtomId object, TermId count) {
  const Summary& summary = *tree_.nodes()[access.node].summary;
  const Access& made = summary.accesses[access.index];
  const auto is_same_step = [&](const Access& other) {
    return other.kind == AccessKind::kWrite && other.is_update && other.address == made.address &&
           other.origin.instruction == made.origin.instruction &&
           other.origin.callee == made.origin.callee;
  };
  uint32_t point = access.point;
  if (made.is_atomic && made.kind == AccessKind::kRead) {
    const auto step = std::find_if(summary.accesses.begin(), summary.accesses.end(), is_same_step);
    if (step != summary.accesses.end()) point = step->point;
  }
  const std::vector<TermId>& announced = tree_.nodes()[access.node].points[point].announced;
  return std::any_of(announced.begin(), announced.end(),
                     [&](TermId cell) { return PlaceIn(object, cell) == count; });
}

bool LastReference::IsLastOf(AtomId object, const SharedAccess& access,
                             const SharedAccess& partner) {
  const std::vector<TermId> counts = CountsAtEnd(access, object);
  return std::any_of(counts.begin(), counts.end(), [&](TermId count) {
    // Who takes one more for another thread has one, which it may hand over as well.
    if (TakesOne(partner, object, count)) return true;
    return Counts(partner.node, object, count, -1) &&
           (!MayHaveGivenUp(partner, object, count) || Counts(partner.node, object, count, 1) ||
            ContainsSorted(CountsAtEnd(partner, object), count));
  });
}

bool LastReference::IsLast(const SharedAccess& access, const SharedAccess& partner) {
  if (PointOf(access).observed.empty()) return false;
  const std::vector<AtomId> others = ObjectsOnTheWay(partner);
  const std::vector<AtomId> objects = ObjectsOnTheWay(access);
  return std::any_of(objects.begin(), objects.end(), [&](AtomId object) {
    return ContainsSorted(others, object) && IsLastOf(object, access, partner);
  });
}

}  // namespace plait
