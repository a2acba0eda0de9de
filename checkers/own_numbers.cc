#include "checkers/own_numbers.h"

#include <algorithm>
#include <vector>

#include "absl/container/flat_hash_map.h"

namespace plait {
namespace {

// The one cell that the address is of, or kNothing.
TermId OneCell(ThreadTree& tree, TermId address) {
  TermTable& terms = tree.terms();
  const std::vector<TermId> targets = tree.points_to().Resolve(address);
  if (targets.size() != 1 || tree.points_to().IsOpen(address)) return kNothing;
  const AtomId object = terms.Base(targets[0]);
  const bool is_one = object != kNothing && tree.IsSingleObject(object) &&
                      terms.term(terms.Offset(targets[0])).is_constant();
  return is_one ? targets[0] : static_cast<TermId>(kNothing);
}

// Whether every write, in one step, leaves one more than it finds. Two that are no such steps
// together race with each other, which is told; whoever says that they may, gives up this.
bool OnlyRises(ThreadTree& tree, const AccessesByObject& shared, TermId counter) {
  TermTable& terms = tree.terms();
  const auto found = shared.find(ObjectKey(terms, terms.Base(counter)));
  if (found == shared.end() || !tree.HasAllAccesses()) return false;
  const auto is_step = [&](const SharedAccess& access) {
    const Access& write = tree.nodes()[access.node].summary->accesses[access.index];
    return access.resolved == counter && write.step == 1 && write.is_update;
  };
  const auto step = std::find_if(found->second.begin(), found->second.end(), is_step);
  if (step == found->second.end()) return false;
  const auto width = static_cast<int64_t>(step->width);
  // One of fewer bytes soon begins anew.
  constexpr int64_t kLeastWidth = 4;
  if (width < kLeastWidth) return false;
  return std::all_of(found->second.begin(), found->second.end(), [&](const SharedAccess& access) {
    if (access.kind == AccessKind::kFree) return true;  // nothing is taken from it any more
    const auto distance = terms.ConstantDifference(access.resolved, counter);
    const bool is_apart = distance && access.width != 0 &&
                          (*distance >= width || *distance <= -static_cast<int64_t>(access.width));
    if (is_apart) return true;
    if (access.is_set_apart()) return false;
    return !access.is_write() || (access.width == step->width && is_step(access));
  });
}

// The atoms of the address's offset, and those that are multiplied there.
std::vector<AtomId> NumbersIn(TermTable& terms, TermId address) {
  std::vector<AtomId> numbers;
  for (const Part& part : terms.term(terms.Offset(address)).parts) {
    const Atom& atom = terms.atom(part.atom);
    if (atom.kind != AtomKind::kProduct) {
      numbers.push_back(part.atom);
      continue;
    }
    for (const Part& factor : terms.term(atom.argument).parts) numbers.push_back(factor.atom);
  }
  return numbers;
}

}  // namespace

TermId CounterOfOwnNumber(ThreadTree& tree, const AccessesByObject& shared,
                          const AccessesByObject* before, AtomId number, uint32_t node) {
  const Atom atom = tree.terms().atom(number);
  if (!IsTaken(atom) || tree.OwnerOf(number) != static_cast<int>(node)) return kNothing;
  const TermId counter = OneCell(tree, atom.argument);
  if (counter == kNothing || !OnlyRises(tree, shared, counter)) return kNothing;
  // What is written before there are threads may come between two numbers of the root.
  const bool is_of_thread = tree.nodes()[node].parent >= 0;
  const bool rises_before =
      before != nullptr &&
      (!before->contains(ObjectKey(tree.terms(), tree.terms().Base(counter))) ||
       OnlyRises(tree, *before, counter));
  return is_of_thread || rises_before ? counter : static_cast<TermId>(kNothing);
}

void FindOwnNumbers(ThreadTree& tree, AccessesByObject* accesses) {
  absl::flat_hash_map<std::pair<AtomId, uint32_t>, TermId> known;
  for (auto& [object, group] : *accesses) {
    for (SharedAccess& access : group) {
      for (AtomId number : NumbersIn(tree.terms(), access.resolved)) {
        if (!IsTaken(tree.terms().atom(number))) continue;
        auto [it, inserted] = known.try_emplace({number, access.node}, kNothing);
        if (inserted) {
          it->second = CounterOfOwnNumber(tree, *accesses, nullptr, number, access.node);
        }
        if (it->second == kNothing) continue;
        access.own_number = number;
        access.counter = it->second;
      }
    }
  }
}

}  // namespace plait
