#include "checkers/rounds.h"

#include <algorithm>
#include <iterator>

#include "summaries/sorted_sets.h"

namespace plait {
namespace {

bool HasWaited(const ThreadPoint& point) {
  return point.joined_unknown || point.joined_on_some || !point.joined_handles.empty() ||
         !point.ended.empty() || !point.ended_below.empty() || !point.ended_from.empty();
}

}  // namespace

Rounds::Entries Rounds::EntriesAt(uint32_t node, const ThreadPoint& point) {
  Entries entries;
  for (const Observation& seen : point.observed) {
    if (seen.is_difference() || seen.low != seen.high) continue;
    const std::vector<TermId> cells = tree_.points_to().Resolve(seen.cell);
    if (cells.size() != 1) continue;
    Entry entry;
    entry.cell = cells[0];
    entry.width = seen.width;
    entry.number = seen.low;
    for (const HeldLock& held : point.held) {
      const std::vector<TermId> locks = tree_.points_to().Resolve(held.lock);
      if (!held.certain || held.kind == LockKind::kCount || locks.size() != 1) continue;
      entry.lock = locks[0];
      entries.push_back(entry);
    }
    if (tree_.nodes()[node].many) continue;
    entry.lock = kNothing;
    entry.node = node;
    entries.push_back(entry);
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
    const PointId point = creator.summary->spawns[n.spawns[i]].point;
    Entries next = EntriesAt(n.parent, creator.points[point]);
    std::erase_if(next, [&](const Entry& entry) {
      return !IsFoundEachTime(*creator.summary, n.spawns[i], entry);
    });
    entries = i == 0 ? next : IntersectionOf(entries, next);
  }
  return entries_[node] = entries;
}

// Whether a procedure that starts one such thread in each call finds the number there: who has
// found it once may start many.
bool Rounds::IsFoundEachTime(const Summary& creator, uint32_t spawn, const Entry& entry) {
  constexpr size_t kMaxCalls = 64;
  const TermTable& terms = tree_.terms();
  const Atom& object = terms.atom(terms.Base(entry.cell));
  const Summary* summary = &creator;
  for (size_t steps = 0; summary != nullptr && steps < kMaxCalls; ++steps) {
    if (spawn >= summary->spawns.size()) return false;
    const Spawn& started = summary->spawns[spawn];
    const std::vector<Observation>& observed = summary->points[started.point].observed;
    const bool is_found = std::any_of(observed.begin(), observed.end(), [&](const Observation& o) {
      if (o.is_difference() || o.low != entry.number || o.high != entry.number) return false;
      const AtomId base = summary->terms.Base(o.cell);
      if (base == kNothing) return false;
      const Atom& seen = summary->terms.atom(base);
      return seen.kind != AtomKind::kGlobal || object.kind != AtomKind::kGlobal ||
             seen.name == object.name;
    });
    if (!started.many && is_found) return true;
    const Origin& origin = started.origin;
    if (origin.callee == kNoName) return false;
    const int callee = tree_.program().FindDefinition(origin.callee);
    summary = callee < 0 ? nullptr : tree_.SummaryOf(callee);
    spawn = origin.index;
  }
  return false;
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

bool Rounds::Clears(const ThreadNode& node, const Access& write, const Entry& entry) {
  return write.value != kNothing &&
         tree_.terms().ConstantValue(node.importer->Map(write.value)) == entry.number;
}

// Whether nobody else finds the variable and writes it meanwhile.
bool Rounds::IsGuarded(const SharedAccess& write, const Entry& entry) {
  if (entry.lock == kNothing) return write.node == entry.node || IsStartedBy(write.node, entry);
  const ThreadPoint& point = tree_.nodes()[write.node].points[write.point];
  return std::any_of(point.held.begin(), point.held.end(), [&](const HeldLock& held) {
    const std::vector<TermId> locks = tree_.points_to().Resolve(held.lock);
    return held.certain && locks.size() == 1 && locks[0] == entry.lock;
  });
}

bool Rounds::IsStartedBy(uint32_t node, const Entry& entry) {
  return tree_.nodes()[node].parent >= 0 && ContainsSorted(EntriesOf(node), entry);
}

// Whether who has found the number, and set the variable, takes that back as no thread was started.
bool Rounds::IsGivenUp(const SharedAccess& write, const Entry& entry) {
  const ThreadPoint& point = tree_.nodes()[write.node].points[write.point];
  return ContainsSorted(EntriesAt(write.node, point), entry) &&
         std::none_of(point.live.begin(), point.live.end(),
                      [&](uint32_t child) { return IsStartedBy(child, entry); });
}

bool Rounds::FindRound(const Entry& entry) {
  auto found = accesses_.find(ObjectKey(tree_.terms(), tree_.terms().Base(entry.cell)));
  if (found == accesses_.end()) return IsSet(entry);
  bool is_cleared = false, goes_up = false, goes_down = false;
  for (const SharedAccess& access : found->second) {
    if (!access.is_write() || access.kind == AccessKind::kFree) continue;
    if (LiesApart(tree_.terms(), access, entry.cell, entry.width)) continue;
    if (tree_.terms().ConstantDifference(access.resolved, entry.cell) != 0) return false;
    const ThreadNode& node = tree_.nodes()[access.node];
    const Access& write = node.summary->accesses[access.index];
    const ThreadPoint& point = node.points[access.point];
    const bool clears = Clears(node, write, entry);
    // Whoever has waited.
    if (!(clears && HasWaited(point)) && !IsGuarded(access, entry)) return false;
    if (clears) {
      if (IsGivenUp(access, entry)) continue;
      if (!HasWaited(point) && !IsStartedBy(access.node, entry)) return false;
      is_cleared = true;
    } else if (write.value == kNothing && write.step != 0) {
      (write.step > 0 ? goes_up : goes_down) = true;
    } else if (!ContainsSorted(EntriesAt(access.node, point), entry)) {
      return false;
    }
  }
  // A count that goes one way only comes to a number once.
  if (goes_up || goes_down) return goes_up != goes_down && !is_cleared;
  return IsSet(entry);
}

// Also while there is one thread only.
bool Rounds::IsSet(const Entry& entry) {
  for (uint32_t n = 0; n < tree_.nodes().size(); ++n) {
    const ThreadNode& node = tree_.nodes()[n];
    for (const Access& access : node.summary->accesses) {
      if (access.kind == AccessKind::kWrite && !Clears(node, access, entry) &&
          tree_.points_to().Resolve(node.importer->Map(access.address)) ==
              std::vector<TermId>{entry.cell} &&
          ContainsSorted(EntriesAt(n, node.points[access.point]), entry)) {
        return true;
      }
    }
  }
  return false;
}

bool Rounds::IsRound(const Entry& entry) {
  auto [it, inserted] = rounds_.try_emplace(entry);
  if (inserted) it->second = FindRound(entry);
  return it->second;
}

// Whether the access may come after its own thread has said that it ends.
bool Rounds::MayComeAfter(const SharedAccess& access, const Entry& entry) {
  if (!IsStartedBy(access.node, entry)) return false;
  const ThreadPoint& point = tree_.nodes()[access.node].points[access.point];
  return point.announced_any ||
         std::any_of(point.announced.begin(), point.announced.end(), [&](TermId announced) {
           const std::vector<TermId>& cells = tree_.points_to().Resolve(announced);
           return std::find(cells.begin(), cells.end(), entry.cell) != cells.end();
         });
}

bool Rounds::HaveCommon(const Entries& x, const Entries& y, const SharedAccess& a,
                        const SharedAccess& b, bool by_lock) {
  const Entries common = IntersectionOf(x, y);
  return std::any_of(common.begin(), common.end(), [&](const Entry& entry) {
    return (!by_lock || entry.lock != kNothing) && !MayComeAfter(a, entry) &&
           !MayComeAfter(b, entry) && IsRound(entry);
  });
}

bool Rounds::Separate(const SharedAccess& a, const SharedAccess& b,
                      const Parallelism& parallelism) {
  const auto have_common = [&](const Entries& x, const Entries& y) {
    return HaveCommon(x, y, a, b, /*by_lock=*/false);
  };
  if (parallelism.across != kNothing) {
    const int above = tree_.nodes()[parallelism.across].parent;
    if (!have_common(EntriesBelow(a.node, above), EntriesBelow(b.node, above))) return false;
    if (!parallelism.together) return true;
  }
  if (!parallelism.together || a.node == b.node) return parallelism.across != kNothing;
  const auto at = [&](const SharedAccess& access) {
    return EntriesAt(access.node, tree_.nodes()[access.node].points[access.point]);
  };
  // Threads that others start are of other rounds than the one that this thread prepares.
  const auto prepares = [&](const SharedAccess& access, uint32_t node) {
    const uint32_t child = tree_.ChildTowards(access.node, node);
    const Entries entries = at(access);
    return have_common(entries, EntriesBelow(node, static_cast<int>(child))) ||
           (have_common(entries, EntriesOf(child)) && code_.ComesBeforeCreation(access, child));
  };
  if (tree_.IsAncestor(a.node, b.node)) return prepares(a, b.node);
  if (tree_.IsAncestor(b.node, a.node)) return prepares(b, a.node);
  uint32_t top = a.node;
  while (tree_.nodes()[top].parent >= 0) top = static_cast<uint32_t>(tree_.nodes()[top].parent);
  if (!tree_.IsAncestor(top, b.node)) return false;
  const auto above = static_cast<int>(tree_.CommonAncestor(a.node, b.node));
  const Entries x = EntriesBelow(a.node, above), y = EntriesBelow(b.node, above);
  // One thread may start both when it has found the number once.
  return HaveCommon(x, y, a, b, /*by_lock=*/true) || have_common(at(a), y) || have_common(x, at(b));
}

}  // namespace plait
