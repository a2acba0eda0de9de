#include "checkers/collected_accesses.h"

#include <algorithm>

#include "absl/algorithm/container.h"
#include "analyzer/ir/standard_streams.h"
#include "checkers/span.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

constexpr size_t kMany = 8;   // objects that one pointer is hardly meant to lead to
constexpr int kMaxSteps = 6;  // from a pointer back to where it was found

// Whether a number was made of others: it may be an address.
bool IsReckoned(const TermTable& terms, TermId number) {
  return absl::c_any_of(terms.term(number).parts,
                        [&](const Part& part) { return !IsUnassigned(terms.atom(part.atom)); });
}

}  // namespace

void CollectedAccesses::Collect() {
  for (uint32_t n = 0; n < tree_.nodes().size(); ++n) {
    const ThreadNode& node = tree_.nodes()[n];
    for (uint32_t i = 0; i < node.summary->accesses.size(); ++i) {
      const Access& access = node.summary->accesses[i];
      if (!node.points[access.point].reachable || code_.IsNeverReached(node, access)) continue;
      // Nothing runs beside a root that has started nothing.
      const bool alone = node.parent < 0 && n_roots_ == 1 &&
                         node.points[access.point].live.empty() &&
                         node.points[access.point].ended.empty();
      AddAccess(n, i, access, alone);
    }
  }
}

void CollectedAccesses::AddAccess(uint32_t n, uint32_t index, const Access& access, bool alone) {
  const TermId address = tree_.nodes()[n].importer->Map(access.address);
  const std::vector<TermId> targets = tree_.points_to().Resolve(address);
  const AtomId base = tree_.terms().Base(address);
  const bool is_open = tree_.points_to().IsOpen(address);
  if (base == kNothing && IsReckoned(tree_.terms(), address) && tree_.nodes().size() > 1) {
    NoteUnresolved(n, access);  // handed over as a number
  } else if (targets.empty() || is_open) {
    NoteUnresolved(n, base, access);
  }
  const bool is_of_many = LeadsToMany(targets);
  const bool via_own_variable =
      IsFromOwnVariable(tree_.nodes()[n].summary->terms, access.address, kMaxSteps);
  const std::optional<std::vector<TermId>> handed = FoundWhereHanded(n, address);
  for (TermId target : targets) {
    SharedAccess shared;
    shared.node = n;
    shared.index = index;
    shared.object = tree_.terms().Base(target);
    if (shared.object == kNothing) continue;
    const Atom& object = tree_.terms().atom(shared.object);
    if (!IsObject(object.kind) || object.kind == AtomKind::kFunction ||
        object.kind == AtomKind::kString || IsUnshared(object, target)) {
      continue;
    }
    // What was not allocated cannot be freed (C11, 7.22.3.3): the pointer is another one here.
    if (access.kind == AccessKind::kFree && object.kind != AtomKind::kHeap) continue;
    shared.address = address;
    shared.resolved = target;
    shared.width = access.width;
    SetSpan(tree_, access, &shared);
    shared.kind = access.kind;
    BoundByMember(tree_, &shared);
    shared.is_atomic = access.is_atomic;
    shared.is_picked = access.is_picked;
    shared.may_be_kept = access.may_be_kept;
    shared.is_by_owner = access.is_by_owner;
    shared.is_certain = access.is_certain && targets.size() == 1;
    shared.is_open = is_open;
    shared.leads_on = access.leads_on;
    shared.is_intended = access.is_intended;
    shared.is_failing = access.is_failing;
    shared.is_unwinding = access.is_unwinding;
    shared.is_guessed = access.is_guessed || tree_.nodes()[n].is_guessed;
    shared.is_chosen = access.is_chosen || tree_.nodes()[n].is_chosen;
    shared.via_memory = IsViaMemory(address, target, kMaxSteps);
    shared.is_of_many = is_of_many;
    shared.via_own_variable = via_own_variable;
    shared.via_settled = handed.has_value() && !ContainsSorted(*handed, target);
    shared.point = access.point;
    if (access.kind == AccessKind::kPost) {
      posts_[ObjectKey(tree_.terms(), shared.object)].push_back(shared);
      continue;
    }
    ++count_;
    (alone ? before_[shared.object] : by_object_[ObjectKey(tree_.terms(), shared.object)])
        .push_back(shared);
  }
}

// Whether the address, if it is the target, is one that was loaded. A choice may have been.
bool CollectedAccesses::IsViaMemory(TermId address, TermId target, int steps) {
  const std::tuple key(address, target, steps);
  if (const auto known = via_memory_.find(key); known != via_memory_.end()) return known->second;
  const bool is_via_memory = FindViaMemory(address, target, steps);
  via_memory_[key] = is_via_memory;
  return is_via_memory;
}

bool CollectedAccesses::FindViaMemory(TermId address, TermId target, int steps) {
  TermTable& terms = tree_.terms();
  const AtomId base = terms.Base(address);
  const AtomKind kind = base == kNothing ? AtomKind::kAny : terms.atom(base).kind;
  if (IsObject(kind)) return false;
  if (kind == AtomKind::kPhi && steps > 0) {
    const TermId offset = terms.Subtract(address, terms.Of(base));
    const std::vector<TermId> options = terms.ChoiceOf(base).options;
    return std::any_of(options.begin(), options.end(), [&](TermId option) {
      const TermId chosen = terms.Add(option, offset);
      return IsViaMemory(chosen, target, steps - 1) &&
             ContainsSorted(tree_.points_to().Resolve(chosen), target);
    });
  }
  return terms.MentionsKind(address, AtomKind::kInitial) ||
         terms.MentionsKind(address, AtomKind::kShared);
}

// Where the address leads if memory that was handed to the thread holds what it held then; nothing
// if it does not depend on that.
std::optional<std::vector<TermId>> CollectedAccesses::FoundWhereHanded(uint32_t n, TermId address) {
  TermTable& terms = tree_.terms();
  const AtomId base = terms.Base(address);
  if (base == kNothing || terms.atom(base).kind != AtomKind::kPhi) return std::nullopt;
  const TermId offset = terms.Subtract(address, terms.Of(base));
  const std::vector<TermId> options = terms.ChoiceOf(base).options;
  std::vector<TermId> found;
  bool depends = false;
  for (TermId option : options) {
    const AtomId of = terms.Base(option);
    if (of != kNothing && terms.atom(of).kind == AtomKind::kShared &&
        tree_.IsMostLikelySettled(n, {terms.atom(of).argument, terms.atom(of).index})) {
      depends = true;
      continue;
    }
    for (TermId target : tree_.points_to().Resolve(terms.Add(option, offset))) {
      InsertSorted(&found, target);
    }
  }
  if (!depends) return std::nullopt;
  return found;
}

// Where so many objects of several kinds are mixed up, hardly any of them is meant.
bool CollectedAccesses::LeadsToMany(const std::vector<TermId>& targets) {
  if (targets.size() < kMany) return false;
  absl::flat_hash_set<AtomId> objects;
  for (TermId target : targets) {
    const AtomId object = tree_.terms().Base(target);
    if (object != kNothing) objects.insert(ObjectKey(tree_.terms(), object));
  }
  return objects.size() >= kMany;
}

// Whether the pointer was found by way of a thread-local variable that the program sets: what it
// leads to is most likely the thread's own.
bool CollectedAccesses::IsFromOwnVariable(const TermTable& terms, TermId address, int steps) const {
  const AtomId base = terms.Base(address);
  if (base == kNothing || steps == 0) return false;
  const Atom& atom = terms.atom(base);
  if (atom.kind == AtomKind::kInitial || atom.kind == AtomKind::kShared) {
    const AtomId from = terms.Base(atom.argument);
    if (from == kNothing) return false;
    if (terms.atom(from).kind != AtomKind::kGlobal) {
      return IsFromOwnVariable(terms, atom.argument, steps - 1);
    }
    const Name name = terms.atom(from).name;
    const ir::Global* global = tree_.program().FindGlobal(name);
    return global != nullptr && global->is_thread_local &&
           !tree_.program().IsWrittenOnlyBy(name, kNoName);
  }
  if (atom.kind != AtomKind::kPhi) return false;
  const Choice& choice = terms.ChoiceOf(base);
  return std::any_of(choice.options.begin(), choice.options.end(),
                     [&](TermId option) { return IsFromOwnVariable(terms, option, steps - 1); });
}

bool CollectedAccesses::IsUnshared(const Atom& object, TermId address) const {
  if (object.kind != AtomKind::kGlobal) return false;
  const ir::Global* global = tree_.program().FindGlobal(object.name);
  if (global == nullptr) return false;
  if (global->is_thread_local || global->is_const) return true;
  const Term& offset = tree_.terms().term(tree_.terms().Offset(address));
  return tree_.program().IsSynchronisedStream(*global) && offset.is_constant() &&
         offset.constant == ir::kStreamCharacters;
}

void CollectedAccesses::NoteUnresolved(uint32_t n, AtomId base, const Access& access) {
  if (base == kNothing || tree_.nodes().size() <= 1) return;
  const bool open = tree_.points_to().IsOpen(tree_.terms().Of(base));
  if (!open && !IsOfUnknownThread(base, kMaxSteps) && !IsFoundUnset(base, kMaxSteps)) return;
  const TermId cell = OpenBy(base);
  if (cell != kNothing) {
    unresolved_by_change_.push_back({n, cell, &access});
    return;
  }
  NoteUnresolved(n, access);
}

// Whether the pointer was found by way of what a thread ended with of which nothing is known.
bool CollectedAccesses::IsOfUnknownThread(AtomId base, int steps) {
  if (base == kNothing || steps == 0) return false;
  const TermTable& terms = tree_.terms();
  const Atom atom = terms.atom(base);
  switch (atom.kind) {
    case AtomKind::kResult:
      return tree_.points_to().Resolve(atom.argument).empty();
    case AtomKind::kInitial:
    case AtomKind::kShared:
      return IsOfUnknownThread(terms.Base(atom.argument), steps - 1);
    case AtomKind::kPhi: {
      const std::vector<AtomId> options = terms.ChoiceOf(base).bases;
      return std::any_of(options.begin(), options.end(),
                         [&](AtomId option) { return IsOfUnknownThread(option, steps - 1); });
    }
    default:
      return false;
  }
}

// Whether the pointer was found in memory on the heap in which nobody is known to put one. Memory
// on the heap is not null by itself as variables are: what made the object was not followed.
bool CollectedAccesses::IsFoundUnset(AtomId base, int steps) {
  if (base == kNothing || steps == 0) return false;
  const TermTable& terms = tree_.terms();
  const Atom atom = terms.atom(base);
  if (atom.kind == AtomKind::kPhi) {
    const std::vector<AtomId> options = terms.ChoiceOf(base).bases;
    return absl::c_any_of(options, [&](AtomId option) { return IsFoundUnset(option, steps - 1); });
  }
  if (atom.kind != AtomKind::kInitial && atom.kind != AtomKind::kShared) return false;
  const std::vector<TermId> cells = tree_.points_to().Resolve(atom.argument);
  if (cells.empty()) return IsFoundUnset(terms.Base(atom.argument), steps - 1);
  return absl::c_all_of(cells, [&](TermId cell) {
    const AtomId object = terms.Base(cell);
    return object != kNothing && terms.atom(object).kind == AtomKind::kHeap;
  });
}

void CollectedAccesses::NoteUnresolved(uint32_t n, const Access& access) {
  ++unresolved_;
  if (unresolved_ == 1) unresolved_example_ = {n, &access};
}

TermId CollectedAccesses::OpenBy(AtomId base) {
  const TermTable& terms = tree_.terms();
  if (terms.atom(base).kind != AtomKind::kPhi) return kNothing;
  const Choice choice = terms.ChoiceOf(base);
  TermId cell = kNothing;
  for (TermId option : choice.options) {
    const AtomId of = terms.Base(option);
    if (of == kNothing || !tree_.points_to().IsOpen(option)) continue;
    if (cell != kNothing || terms.atom(of).kind != AtomKind::kShared) return kNothing;
    cell = terms.atom(of).argument;
  }
  return choice.open ? static_cast<TermId>(kNothing) : cell;
}

void CollectedAccesses::NoteUnresolvedByChange(PairJudge* judge) {
  for (const auto& [n, cell, access] : unresolved_by_change_) {
    const bool is_known = !tree_.points_to().IsOpen(cell);
    if (!is_known || judge->IsWrittenByOther(cell, n)) NoteUnresolved(n, *access);
  }
}

void CollectedAccesses::FindUnsettling(PairJudge* judge) {
  for (uint32_t n = 0; n < tree_.nodes().size(); ++n) {
    const ThreadNode& node = tree_.nodes()[n];
    for (TermId cell : node.summary->stable) {
      const SharedAccess* write = judge->WriteMeanwhile(node.importer->Map(cell), n);
      if (write != nullptr) unsettling_.push_back(*write);
    }
  }
}

void CollectedAccesses::FindRenewed(PairJudge* judge) {
  std::vector<std::vector<TermId>> renewed;  // by node
  for (const ThreadNode& node : tree_.nodes()) {
    renewed.emplace_back();
    for (TermId cell : node.summary->renewed) {
      InsertSorted(&renewed.back(), node.importer->Map(cell));
    }
  }
  for (auto& [object, accesses] : by_object_) {
    for (SharedAccess& access : accesses) {
      if (renewed[access.node].empty()) continue;
      absl::flat_hash_set<AtomId> seen;
      std::vector<TermId> cells;
      CollectLoaded(access.address, renewed[access.node], &seen, &cells);
      access.is_renewed = std::any_of(cells.begin(), cells.end(), [&](TermId cell) {
        return tree_.points_to().IsOpen(cell) || judge->IsWrittenBeside(cell, access);
      });
    }
  }
}

// Which of the cells the pointers on the way to the address were loaded from.
void CollectedAccesses::CollectLoaded(TermId address, const std::vector<TermId>& cells,
                                      absl::flat_hash_set<AtomId>* seen,
                                      std::vector<TermId>* loaded) {
  const AtomId base = tree_.terms().Base(address);
  if (base == kNothing || !seen->insert(base).second) return;
  const Atom atom = tree_.terms().atom(base);
  if (atom.kind == AtomKind::kInitial || atom.kind == AtomKind::kShared) {
    if (ContainsSorted(cells, atom.argument)) loaded->push_back(atom.argument);
    return CollectLoaded(atom.argument, cells, seen, loaded);
  }
  if (atom.kind != AtomKind::kPhi) return;
  const Choice& choice = tree_.terms().ChoiceOf(base);
  for (TermId option : choice.options) CollectLoaded(option, cells, seen, loaded);
}

}  // namespace plait
