#include "checkers/own_numbers.h"

#include <algorithm>
#include <vector>

#include "absl/container/flat_hash_map.h"

namespace plait {

TermId OneCell(ThreadTree& tree, TermId address) {
  TermTable& terms = tree.terms();
  const std::vector<TermId> targets = tree.points_to().Resolve(address);
  if (targets.size() != 1 || tree.points_to().IsOpen(address)) return kNothing;
  const AtomId object = terms.Base(targets[0]);
  const bool is_one = object != kNothing && tree.IsSingleObject(object) &&
                      terms.term(terms.Offset(targets[0])).is_constant();
  return is_one ? targets[0] : static_cast<TermId>(kNothing);
}

namespace {

// By how much the write, in one step, leaves more than it finds; 0 if that is not known.
int64_t RiseOf(const ThreadTree& tree, const SharedAccess& access) {
  const Summary& summary = *tree.nodes()[access.node].summary;
  const Access& write = summary.accesses[access.index];
  if (write.step == 1 && write.is_update) return 1;
  if (write.added == kNothing) return 0;
  return std::max<int64_t>(0, summary.terms.ConstantValue(write.added).value_or(0));
}

// The least step of all writes, each of which leaves more than it finds; 0 if one does not. Two
// that are no such steps together race with each other, which is told; whoever says that they may,
// gives up this.
int64_t LeastRise(ThreadTree& tree, const AccessesByObject& shared, TermId counter) {
  TermTable& terms = tree.terms();
  const auto found = shared.find(ObjectKey(terms, terms.Base(counter)));
  if (found == shared.end() || !tree.HasAllAccesses()) return 0;
  const auto is_step = [&](const SharedAccess& access) {
    return access.resolved == counter && RiseOf(tree, access) > 0;
  };
  const auto step = std::find_if(found->second.begin(), found->second.end(), is_step);
  if (step == found->second.end()) return 0;
  const auto width = static_cast<int64_t>(step->width);
  // One of fewer bytes soon begins anew.
  constexpr int64_t kLeastWidth = 4;
  if (width < kLeastWidth) return 0;
  int64_t least = RiseOf(tree, *step);
  for (const SharedAccess& access : found->second) {
    if (access.kind == AccessKind::kFree) continue;  // nothing is taken from it any more
    if (LiesApart(terms, access, counter, width)) continue;
    if (access.is_set_apart()) return 0;
    if (!access.is_write()) continue;
    if (access.width != step->width || !is_step(access)) return 0;
    least = std::min(least, RiseOf(tree, access));
  }
  return least;
}

// Whether a root may take numbers while it is alone, when it may also set the counter: what is
// written then may come between two of its numbers. Who takes one looks at the counter; the write
// may have been left out of a summary for one that says more.
bool MayTakeAlone(ThreadTree& tree, const AccessesByObject& shared, const AccessesByObject& before,
                  TermId counter) {
  TermTable& terms = tree.terms();
  const AtomId object = ObjectKey(terms, terms.Base(counter));
  for (const AccessesByObject* accesses : {&shared, &before}) {
    const auto found = accesses->find(object);
    if (found == accesses->end()) continue;
    for (const SharedAccess& access : found->second) {
      const ThreadNode& node = tree.nodes()[access.node];
      const Access& made = node.summary->accesses[access.index];
      if (node.parent >= 0 || (access.is_write() && made.step == 0)) continue;
      const auto distance = terms.ConstantDifference(access.resolved, counter);
      const bool is_alone = accesses == &before || made.is_also_alone;
      if (is_alone && (!distance || *distance == 0)) return true;
    }
  }
  return false;
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

Counter CounterOfOwnNumber(ThreadTree& tree, const AccessesByObject& shared,
                           const AccessesByObject& before, AtomId number, uint32_t node) {
  const Atom atom = tree.terms().atom(number);
  if (!IsTaken(atom) || tree.OwnerOf(number) != static_cast<int>(node)) return {};
  const TermId cell = OneCell(tree, atom.argument);
  Counter counter{cell, cell == kNothing ? 0 : LeastRise(tree, shared, cell)};
  if (counter.apart == 0) return {};
  const bool is_of_thread = tree.nodes()[node].parent >= 0;
  if (!is_of_thread && MayTakeAlone(tree, shared, before, cell)) {
    counter.apart = std::min(counter.apart, LeastRise(tree, before, cell));
  }
  return counter.apart == 0 ? Counter() : counter;
}

TermId Takers::CounterOf(AtomId number, uint32_t node) {
  auto [known, inserted] = counters_.try_emplace({number, node}, kNothing);
  if (inserted) known->second = CounterOfOwnNumber(tree_, shared_, before_, number, node).cell;
  return known->second;
}

bool Takers::IsOneThread(const SharedAccess& a, const SharedAccess& b) {
  const auto taken_at = [&](const SharedAccess& access) {
    return tree_.nodes()[access.node].points[access.point].taken;
  };
  const auto of_a = taken_at(a), of_b = taken_at(b);
  return std::any_of(of_a.begin(), of_a.end(), [&](const auto& x) {
    return std::any_of(of_b.begin(), of_b.end(), [&](const auto& y) {
      if (x.second != y.second) return false;
      const TermId counter = CounterOf(x.first, a.node);
      return counter != kNothing && counter == CounterOf(y.first, b.node);
    });
  });
}

void FindOwnNumbers(ThreadTree& tree, const AccessesByObject& before, AccessesByObject* accesses) {
  absl::flat_hash_map<std::pair<AtomId, uint32_t>, Counter> known;
  for (auto& [object, group] : *accesses) {
    for (SharedAccess& access : group) {
      for (AtomId number : NumbersIn(tree.terms(), access.resolved)) {
        if (!IsTaken(tree.terms().atom(number))) continue;
        auto [it, inserted] = known.try_emplace({number, access.node});
        if (inserted) {
          it->second = CounterOfOwnNumber(tree, *accesses, before, number, access.node);
        }
        if (it->second.cell == kNothing) continue;
        access.own_number = number;
        access.counter = it->second.cell;
        access.numbers_apart = it->second.apart;
      }
    }
  }
}

}  // namespace plait
