#include "checkers/points_to.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <utility>

#include "summaries/sorted_sets.h"

namespace plait {
namespace {

constexpr int kMaxRounds = 40;

bool IsTarget(const Atom& atom) { return BaseRank(atom) >= 2; }

// The atom to follow: the base, or for a number loaded from memory (a thread handle) the load.
AtomId Followed(const TermTable& terms, TermId term) {
  const AtomId base = terms.Base(term);
  if (base != kNothing) return base;
  for (const Part& part : terms.term(term).parts) {
    const AtomKind kind = terms.atom(part.atom).kind;
    if (part.coefficient == 1 &&
        (kind == AtomKind::kInitial || kind == AtomKind::kShared || kind == AtomKind::kPhi)) {
      return part.atom;
    }
  }
  return kNothing;
}

// Whether two offsets into one object may be the same pointer cell.
bool MayMeet(TermTable& terms, TermId a, TermId b) {
  const Term difference = terms.term(terms.Subtract(terms.Offset(a), terms.Offset(b)));
  if (difference.is_constant()) return std::abs(difference.constant) < 8;
  int64_t step = 0;
  for (const Part& part : difference.parts) step = std::gcd(step, std::abs(part.coefficient));
  if (step < 8) return true;
  const int64_t rest = ((difference.constant % step) + step) % step;
  return rest < 8 || step - rest < 8;
}

}  // namespace

bool PointsTo::AddTo(Set* set, TermId target) {
  if (set->open && set->targets.size() >= kMaxTargets) return false;
  if (set->targets.size() >= kMaxTargets) {
    set->open = true;
    return true;
  }
  return InsertSorted(&set->targets, target);
}

bool PointsTo::AddShifted(Set* set, const std::vector<TermId>& targets, TermId offset) {
  bool changed = false;
  for (TermId target : targets) {
    TermId shifted = terms_.Add(target, offset);
    // Walking pointers (p = p + 1) would add targets forever.
    size_t same = 0;
    const AtomId base = terms_.Base(shifted);
    for (TermId known : set->targets) same += terms_.Base(known) == base ? 1 : 0;
    if (base == kNothing) continue;
    if (same >= 8 && !ContainsSorted(set->targets, shifted)) {
      shifted = terms_.Add(terms_.Of(base), terms_.Any());
    }
    changed |= AddTo(set, shifted);
  }
  return changed;
}

PointsTo::Set PointsTo::Compute(TermId term) {
  Set set;
  const AtomId atom = Followed(terms_, term);
  if (atom == kNothing) return set;
  if (IsTarget(terms_.atom(atom))) {
    set.targets.push_back(term);
    return set;
  }
  auto found = sets_.find(atom);
  if (found == sets_.end()) {
    sets_[atom];  // from now on solved for
    return set;
  }
  Set known = found->second;
  const TermId offset = terms_.Subtract(term, terms_.Of(atom));
  set.open = known.open;
  AddShifted(&set, known.targets, offset);
  return set;
}

void PointsTo::CollectFrom(TermId cell, Set* set) {
  const Set cells = Compute(cell);
  set->open |= cells.open;
  for (TermId address : cells.targets) {
    auto stored = stored_.find(terms_.Base(address));
    if (stored == stored_.end()) continue;
    const std::vector<Stored> facts = stored->second;
    for (const Stored& fact : facts) {
      if (!MayMeet(terms_, fact.address, address)) continue;
      const Set values = Compute(fact.value);
      set->open |= values.open;
      for (TermId value : values.targets) AddTo(set, value);
    }
  }
}

bool PointsTo::Update(AtomId id) {
  const Atom atom = terms_.atom(id);
  Set set = sets_[id];
  const size_t before = set.targets.size();
  const bool was_open = set.open;
  switch (atom.kind) {
    case AtomKind::kPhi: {
      const Choice choice = terms_.ChoiceOf(id);
      set.open |= choice.open;
      for (TermId option : choice.options) {
        const Set values = Compute(option);
        set.open |= values.open;
        AddShifted(&set, values.targets, kZero);
      }
      break;
    }
    case AtomKind::kInitial:
    case AtomKind::kShared:
      CollectFrom(atom.argument, &set);
      break;
    default:
      set.open = true;  // an input of a root, or an unknown
      break;
  }
  const bool changed = set.targets.size() != before || set.open != was_open;
  sets_[id] = std::move(set);
  return changed;
}

bool PointsTo::StoreFacts() {
  bool changed = false;
  for (size_t i = 0; i < facts_.size(); ++i) {
    const Published fact = facts_[i];
    const Set addresses = Compute(fact.address);
    Compute(fact.value);
    for (TermId address : addresses.targets) {
      changed |= InsertSorted(&stored_[terms_.Base(address)], Stored{address, fact.value});
    }
  }
  return changed;
}

void PointsTo::Solve() {
  resolved_.clear();
  for (int round = 0; round < kMaxRounds; ++round) {
    const size_t atoms = sets_.size();
    bool changed = StoreFacts();
    std::vector<AtomId> order;
    for (const auto& [atom, set] : sets_) order.push_back(atom);
    std::sort(order.begin(), order.end());
    for (AtomId atom : order) changed |= Update(atom);
    if (!changed && sets_.size() == atoms) return;
  }
}

const std::vector<TermId>& PointsTo::Resolve(TermId term) {
  auto found = resolved_.find(term);
  if (found != resolved_.end()) return found->second.targets;
  const AtomId atom = Followed(terms_, term);
  if (atom != kNothing && !IsTarget(terms_.atom(atom)) && !sets_.contains(atom)) {
    sets_[atom];
    Solve();
  }
  return resolved_.emplace(term, Compute(term)).first->second.targets;
}

bool PointsTo::IsOpen(TermId term) {
  Resolve(term);
  return resolved_.at(term).open;
}

}  // namespace plait
