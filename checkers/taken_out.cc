#include "checkers/taken_out.h"

#include <algorithm>

#include "absl/algorithm/container.h"

namespace plait {

// The one place that the address is; kNothing if it may be one of several.
TermId TakenOut::PlaceOf(TermId address) {
  const std::vector<TermId>& places = tree_.points_to().Resolve(address);
  if (places.size() != 1 || tree_.points_to().IsOpen(address)) return kNothing;
  const TermTable& terms = tree_.terms();
  const bool is_one = tree_.IsSingleObject(terms.Base(places[0])) &&
                      terms.term(tree_.terms().Offset(places[0])).is_constant();
  return is_one ? places[0] : static_cast<TermId>(kNothing);
}

// Whether all that the pointer may be was found in one variable, which is, or becomes, `variable`.
bool TakenOut::IsFoundIn(const ThreadNode& node, AtomId pointer, absl::flat_hash_set<AtomId>* seen,
                         TermId* variable) {
  constexpr size_t kMostChoices = 8;
  if (pointer == kNothing || seen->size() > kMostChoices) return false;
  const TermTable& terms = node.summary->terms;
  const Atom atom = terms.atom(pointer);
  if (atom.kind == AtomKind::kInitial || atom.kind == AtomKind::kShared) {
    const TermId place = PlaceOf(node.importer->Map(atom.argument));
    if (place == kNothing || (*variable != kNothing && place != *variable)) return false;
    *variable = place;
    return true;
  }
  if (atom.kind != AtomKind::kPhi) return false;
  if (!seen->insert(pointer).second) return true;
  const Choice choice = terms.ChoiceOf(pointer);
  return !choice.open && absl::c_all_of(choice.options, [&](TermId option) {
    return terms.ConstantValue(option) || IsFoundIn(node, terms.Base(option), seen, variable);
  });
}

TermId TakenOut::FoundIn(const SharedAccess& access) {
  TermId variable = kNothing;
  absl::flat_hash_set<AtomId> seen;
  // By the names of the thread itself: the tree knows what it found there at first.
  const ThreadNode& node = tree_.nodes()[access.node];
  const TermId address = node.summary->accesses[access.index].address;
  const bool is_found = IsFoundIn(node, node.summary->terms.Base(address), &seen, &variable);
  return is_found ? variable : static_cast<TermId>(kNothing);
}

bool TakenOut::Holds(const ThreadPoint& point, TermId lock, LockMode least) {
  return absl::c_any_of(point.held, [&](const HeldLock& held) {
    return held.certain && held.kind == LockKind::kLock && held.mode >= least &&
           PlaceOf(held.lock) == lock;
  });
}

bool TakenOut::IsOwners(const SharedAccess& access, const SharedAccess& partner) {
  const TermId variable = FoundIn(access);
  if (variable == kNothing || FoundIn(partner) != variable) return false;
  const auto written = accesses_.find(ObjectKey(tree_.terms(), tree_.terms().Base(variable)));
  if (written == accesses_.end()) return false;
  return absl::c_any_of(written->second, [&](const SharedAccess& write) {
    if (!write.is_write() || write.node != access.node || write.resolved != variable) return false;
    return absl::c_any_of(PointOf(write).held, [&](const HeldLock& held) {
      const bool excludes =
          held.certain && held.kind == LockKind::kLock && held.mode == LockMode::kExclusive;
      const TermId lock = excludes ? PlaceOf(held.lock) : static_cast<TermId>(kNothing);
      return lock != kNothing && Holds(PointOf(partner), lock, LockMode::kShared) &&
             !Holds(PointOf(access), lock, LockMode::kShared);
    });
  });
}

}  // namespace plait
