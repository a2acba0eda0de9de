#include "checkers/rounds.h"

#include <algorithm>
#include <iterator>

#include "summaries/sorted_sets.h"

namespace plait {
namespace {

bool HasWaited(const ThreadPoint& point) {
  return point.joined_unknown || point.joined_on_some || !point.joined_handles.empty() ||
         !point.ended.empty() || !point.ended_below.empty();
}

}  // namespace

Rounds::Entries Rounds::EntriesAt(const ThreadPoint& point) {
  Entries entries;
  for (const Observation& seen : point.observed) {
    if (seen.is_difference() || seen.low != 0 || seen.high != 0) continue;
    const std::vector<TermId> cells = tree_.points_to().Resolve(seen.cell);
    if (cells.size() != 1) continue;
    for (const HeldLock& held : point.held) {
      const std::vector<TermId> locks = tree_.points_to().Resolve(held.lock);
      if (!held.certain || locks.size() != 1) continue;
      entries.push_back({cells[0], locks[0]});
    }
  }
  SortUnique(&entries);
  return entries;
}

Rounds::Entries Rounds::EntriesOf(uint32_t node) {
  auto known = entries_.find(node);
  if (known != entries_.end()) return known->second;
  const ThreadNode& n = tree_.nodes()[node];
  const ThreadNode& creator = tree_.nodes()[n.parent];
  Entries entries;
  for (size_t i = 0; i < n.spawns.size(); ++i) {
    const Entries next = EntriesAt(creator.points[creator.summary->spawns[n.spawns[i]].point]);
    entries = i == 0 ? next : IntersectionOf(entries, next);
  }
  return entries_[node] = entries;
}

Rounds::Entries Rounds::EntriesBelow(uint32_t node, int ancestor) {
  Entries all;
  for (auto n = static_cast<int>(node); n != ancestor && tree_.nodes()[n].parent >= 0;
       n = tree_.nodes()[n].parent) {
    const Entries entries = EntriesOf(n);
    all.insert(all.end(), entries.begin(), entries.end());
  }
  SortUnique(&all);
  return all;
}

bool Rounds::Clears(const ThreadNode& node, const Access& write) {
  return write.value != kNothing &&
         tree_.terms().ConstantValue(node.importer->Map(write.value)) == 0;
}

bool Rounds::FindRound(const Entry& entry) {
  auto found = accesses_.find(ObjectKey(tree_.terms(), tree_.terms().Base(entry.cell)));
  if (found == accesses_.end()) return IsSet(entry);
  for (const SharedAccess& access : found->second) {
    if (!access.is_write()) continue;
    const auto distance = tree_.terms().ConstantDifference(access.resolved, entry.cell);
    constexpr int64_t kWidest = 8;
    if (distance && access.width != 0 &&
        (*distance >= kWidest || *distance <= -static_cast<int64_t>(access.width))) {
      continue;
    }
    if (distance != 0) return false;
    const ThreadNode& node = tree_.nodes()[access.node];
    const ThreadPoint& point = node.points[access.point];
    const bool clears = Clears(node, node.summary->accesses[access.index]);
    const bool is_locked =
        std::any_of(point.held.begin(), point.held.end(), [&](const HeldLock& held) {
          const std::vector<TermId> locks = tree_.points_to().Resolve(held.lock);
          return held.certain && locks.size() == 1 && locks[0] == entry.lock;
        });
    if (!is_locked) return false;
    if (clears ? !HasWaited(point) : !ContainsSorted(EntriesAt(point), entry)) return false;
  }
  return IsSet(entry);
}

// Also while there is one thread only.
bool Rounds::IsSet(const Entry& entry) {
  return std::any_of(tree_.nodes().begin(), tree_.nodes().end(), [&](const ThreadNode& node) {
    const std::vector<Access>& accesses = node.summary->accesses;
    return std::any_of(accesses.begin(), accesses.end(), [&](const Access& access) {
      return access.kind == AccessKind::kWrite &&
             tree_.points_to().Resolve(node.importer->Map(access.address)) ==
                 std::vector<TermId>{entry.cell} &&
             !Clears(node, access) && ContainsSorted(EntriesAt(node.points[access.point]), entry);
    });
  });
}

bool Rounds::IsRound(const Entry& entry) {
  auto [it, inserted] = rounds_.try_emplace({entry.cell, entry.lock});
  if (inserted) it->second = FindRound(entry);
  return it->second;
}

bool Rounds::HaveCommon(const Entries& a, const Entries& b) {
  const Entries common = IntersectionOf(a, b);
  return std::any_of(common.begin(), common.end(),
                     [&](const Entry& entry) { return IsRound(entry); });
}

bool Rounds::Separate(const SharedAccess& a, const SharedAccess& b,
                      const Parallelism& parallelism) {
  if (parallelism.across != kNothing) {
    const int above = tree_.nodes()[parallelism.across].parent;
    if (!HaveCommon(EntriesBelow(a.node, above), EntriesBelow(b.node, above))) return false;
    if (!parallelism.together) return true;
  }
  if (!parallelism.together || a.node == b.node) return parallelism.across != kNothing;
  const auto at = [&](const SharedAccess& access) {
    return EntriesAt(tree_.nodes()[access.node].points[access.point]);
  };
  // Threads that others start are of other rounds than the one that this thread prepares.
  const auto prepares = [&](const SharedAccess& access, uint32_t node) {
    const uint32_t child = tree_.ChildTowards(access.node, node);
    const Entries entries = at(access);
    return HaveCommon(entries, EntriesBelow(node, static_cast<int>(child))) ||
           (HaveCommon(entries, EntriesOf(child)) && code_.ComesBeforeCreation(access, child));
  };
  if (tree_.IsAncestor(a.node, b.node)) return prepares(a, b.node);
  if (tree_.IsAncestor(b.node, a.node)) return prepares(b, a.node);
  uint32_t top = a.node;
  while (tree_.nodes()[top].parent >= 0) top = static_cast<uint32_t>(tree_.nodes()[top].parent);
  if (!tree_.IsAncestor(top, b.node)) return false;
  const auto above = static_cast<int>(tree_.CommonAncestor(a.node, b.node));
  const Entries x = EntriesBelow(a.node, above), y = EntriesBelow(b.node, above);
  return HaveCommon(x, y) || HaveCommon(at(a), y) || HaveCommon(x, at(b));
}

}  // namespace plait
