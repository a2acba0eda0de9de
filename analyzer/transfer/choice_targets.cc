#include "analyzer/transfer/choice_targets.h"

#include <algorithm>

#include "absl/container/flat_hash_set.h"
#include "absl/container/inlined_vector.h"
#include "analyzer/transfer/escape.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

constexpr size_t kMaxChoices = 16;    // followed from one
constexpr size_t kMostChoices = 256;  // ... if only whether all are known is asked
constexpr size_t kMaxCompared = 8;    // ... if what they lead to is compared

template <typename List, typename Element>
bool Contains(const List& list, const Element& element) {
  return std::find(list.begin(), list.end(), element) != list.end();
}

}  // namespace

ChoiceTargets::Reach& ChoiceTargets::EntryOf(AtomId choice) {
  std::unique_ptr<Reach>& reach = reaches_[choice];
  if (reach == nullptr) reach = std::make_unique<Reach>();
  return *reach;
}

const ChoiceTargets::Reach& ChoiceTargets::ReachOf(AtomId choice) {
  Reach& reach = EntryOf(choice);
  if (reach.has_too_many || reach.version == terms_.choice_version()) return reach;
  reach.version = terms_.choice_version();
  reach.bases.clear();
  reach.is_open = false;
  absl::InlinedVector<AtomId, kMaxChoices + 1> followed = {choice};
  for (size_t i = 0; i < followed.size(); ++i) {
    const Choice& at = terms_.ChoiceOf(followed[i]);
    reach.is_open |= at.open;
    reach.bases.insert(reach.bases.end(), at.bases.begin(), at.bases.end());
    for (AtomId inner : at.choices) {
      if (!Contains(followed, inner)) followed.push_back(inner);
    }
    if (followed.size() > kMaxChoices) {
      reach.has_too_many = true;
      break;
    }
  }
  SortUnique(&reach.bases);
  return reach;
}

bool ChoiceTargets::MayYield(AtomId choice, AtomId base) {
  if ((terms_.SiteBitsWithInner(choice) & terms_.SiteBit(base)) == 0) return false;
  const Reach& reach = ReachOf(choice);
  if (reach.has_too_many || ContainsSorted(reach.bases, base)) return true;
  const Atom& atom = terms_.atom(base);
  return atom.kind == AtomKind::kHeap &&
         std::any_of(reach.bases.begin(), reach.bases.end(), [&](AtomId other) {
           return MayBeOneObject(terms_, terms_.atom(other), atom);
         });
}

bool ChoiceTargets::IsFollowed(AtomId choice) {
  const Reach& reach = ReachOf(choice);
  if (!reach.has_too_many) return !reach.is_open;
  std::vector<AtomId> followed = {choice};
  absl::flat_hash_set<AtomId> seen = {choice};
  for (size_t i = 0; i < followed.size(); ++i) {
    const Choice& at = terms_.ChoiceOf(followed[i]);
    if (at.open || followed.size() > kMostChoices) return false;
    for (AtomId inner : at.choices) {
      if (seen.insert(inner).second) followed.push_back(inner);
    }
  }
  return true;
}

AtomId ChoiceTargets::OnlyBase(AtomId choice) {
  const Reach& reach = ReachOf(choice);
  if (reach.has_too_many || reach.is_open) return kNothing;
  AtomId only = kNothing;
  for (const AtomId base : reach.bases) {
    if (base == kNothing || terms_.atom(base).kind == AtomKind::kPhi) continue;
    if (only != kNothing) return kNothing;
    only = base;
  }
  return only;
}

bool ChoiceTargets::GatherTargets(AtomId choice, std::vector<Target>* targets) {
  *targets = {{terms_.Of(choice), 0}};
  absl::InlinedVector<Target, kMaxCompared + 1> followed = {targets->front()};
  for (size_t i = 0; i < followed.size(); ++i) {
    const Term& pointer = terms_.term(followed[i].pointer);
    if (pointer.parts.size() != 1) return false;
    const int64_t shift = followed[i].shift + pointer.constant;
    for (TermId option : terms_.ChoiceOf(pointer.parts[0].atom).options) {
      const AtomId base = terms_.Base(option);
      if (base == kNothing) continue;
      const Target target = {option, shift};
      if (Contains(*targets, target)) continue;
      targets->push_back(target);
      if (terms_.atom(base).kind == AtomKind::kPhi) followed.push_back(target);
      if (followed.size() > kMaxCompared || targets->size() > 2 * kMaxCompared) return false;
    }
  }
  return true;
}

const std::vector<Target>* ChoiceTargets::Of(AtomId choice) {
  Reach& reach = EntryOf(choice);
  if (reach.has_too_many_targets) return nullptr;
  if (reach.targets_version != terms_.choice_version()) {
    reach.targets_version = terms_.choice_version();
    reach.has_too_many_targets = !GatherTargets(choice, &reach.targets);
    if (reach.has_too_many_targets) return nullptr;
  }
  return &reach.targets;
}

}  // namespace plait
