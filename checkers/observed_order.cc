#include "checkers/observed_order.h"

#include <algorithm>

#include "checkers/origin_walk.h"
#include "summaries/sorted_sets.h"

namespace plait {

SeenDoubts ObservedOrder::DoubtsOf(const SharedAccess& a, const SharedAccess& b) {
  SeenDoubts doubts;
  doubts.accesses_were_dropped = !has_all_;
  doubts.may_be_handed_over = MayHandOver(a, b) || MayHandOver(b, a);
  doubts.may_have_finished = MayHaveFinished(a, b) || MayHaveFinished(b, a);
  for (const SharedAccess* access : {&a, &b}) {
    auto [known, inserted] = doubts_alone_.try_emplace({access->node, access->index});
    if (inserted) known->second = DoubtsOfAlone(*access);
    const SeenDoubts& alone = known->second;
    doubts.needs_unset |= alone.needs_unset;
    doubts.is_set_up_before |= alone.is_set_up_before;
    doubts.is_likely_set_up_before |= alone.is_likely_set_up_before;
    doubts.may_be_set_up_before |= alone.may_be_set_up_before;
    doubts.needs_dropped |= alone.needs_dropped;
    doubts.is_unexplained |= alone.is_unexplained;
    doubts.is_given_outside |= alone.is_given_outside;
    doubts.is_overwritten |= alone.is_overwritten;
  }
  return doubts;
}

SeenDoubts ObservedOrder::DoubtsOfAlone(const SharedAccess& access) {
  SeenDoubts doubts;
  doubts.needs_unset = NeedsUnset(access);
  doubts.is_set_up_before = IsSetUpBefore(access, &Cause::is_set_up);
  doubts.is_likely_set_up_before = IsSetUpBefore(access, &Cause::is_likely_set_up);
  doubts.may_be_set_up_before = IsSetUpBefore(access, &Cause::may_be_set_up);
  doubts.needs_dropped = NeedsDropped(access);
  doubts.is_unexplained = IsUnexplained(access, /*is_volatile=*/false);
  doubts.is_given_outside = IsUnexplained(access, /*is_volatile=*/true);
  doubts.is_overwritten = NeedsOverwritten(access);
  return doubts;
}

bool ObservedOrder::IsReachable(const SharedAccess& access) {
  return !has_all_ || IsReachableByKnownWrites(access);
}

bool ObservedOrder::NeedsDropped(const SharedAccess& access) {
  return !has_all_ && !IsReachableByKnownWrites(access);
}

bool ObservedOrder::IsReachableByKnownWrites(const SharedAccess& access) {
  if (!reachable_is_known_) FindReachable();
  return !unreachable_.contains({access.node, access.point});
}

// The main thread may have found the value before it replaced it: what counts is what it does in
// the same way at both times.
bool ObservedOrder::IsMadeWithThreadsOnly(const SharedAccess& access) {
  const ThreadNode& node = tree_.nodes()[access.node];
  return node.parent < 0 && !IsMadeAlone(access, /*is_alone=*/false) &&
         !WritesAlone().contains(PlaceOfAccess(tree_, access));
}

bool ObservedOrder::IsSetUpBefore(const SharedAccess& access, bool Cause::* is_set_up) {
  if (IsMadeWithThreadsOnly(access)) return false;
  const std::vector<Observation>& observed = PointOf(access).observed;
  return std::any_of(observed.begin(), observed.end(), [&](const Observation& seen) {
    return CauseOf(seen).*is_set_up && IsSeenByThreadItself(access, seen);
  });
}

const std::set<std::pair<uint32_t, uint32_t>>& ObservedOrder::WritesAlone() {
  if (writes_alone_) return *writes_alone_;
  writes_alone_.emplace();
  for (const auto& [object, accesses] : before_) {
    for (const SharedAccess& access : accesses) {
      if (access.is_write()) writes_alone_->insert(PlaceOfAccess(tree_, access));
    }
  }
  return *writes_alone_;
}

bool ObservedOrder::IsUnexplained(const SharedAccess& access, bool is_volatile) {
  const std::vector<Observation>& observed = PointOf(access).observed;
  return std::any_of(observed.begin(), observed.end(), [&](const Observation& seen) {
    const Cause& cause = CauseOf(seen);
    if (cause.is_volatile != is_volatile) return false;
    if (cause.is_overwritten) return IsSeenByThreadItself(access, seen);
    return has_all_ && cause.is_followed && cause.writes.empty();
  });
}

bool ObservedOrder::NeedsOverwritten(const SharedAccess& access) {
  const std::vector<Observation>& observed = PointOf(access).observed;
  return std::any_of(observed.begin(), observed.end(), [&](const Observation& seen) {
    return CauseOf(seen).is_always_overwritten && IsSeenByThreadItself(access, seen);
  });
}

// Who started the thread may have seen the value before it was overwritten, and the thread another
// one since.
bool ObservedOrder::IsSeenByThreadItself(const SharedAccess& access, const Observation& seen) {
  const ThreadNode& node = tree_.nodes()[access.node];
  const std::vector<Observation>& own = node.summary->points[access.point].observed;
  return std::any_of(own.begin(), own.end(), [&](const Observation& o) {
    return !o.is_difference() && seen.Includes(o) && node.importer->Map(o.cell) == seen.cell;
  });
}

// Only what threads have seen themselves: who started them may have seen it before it was settled.
bool ObservedOrder::Exclude(const SharedAccess& a, const SharedAccess& b) {
  const ThreadNode &first = tree_.nodes()[a.node], &second = tree_.nodes()[b.node];
  if (first.parent < 0 || second.parent < 0) return false;
  for (const Observation& x : first.summary->points[a.point].observed) {
    for (const Observation& y : second.summary->points[b.point].observed) {
      if (x.is_difference() || y.is_difference()) continue;
      const bool differ = x.high < y.low || y.high < x.low ||
                          (x.nonzero && y.low == 0 && y.high == 0) ||
                          (y.nonzero && x.low == 0 && x.high == 0);
      if (x.width != y.width || !differ) continue;
      const TermId cell = first.importer->Map(x.cell), other = second.importer->Map(y.cell);
      PointsTo& points_to = tree_.points_to();
      if (points_to.IsOpen(cell) || points_to.IsOpen(other)) continue;
      const std::vector<TermId> targets = points_to.Resolve(cell);
      if (targets.size() == 1 && points_to.Resolve(other) == targets &&
          IsSettledBeforeThreads(targets[0], x.width)) {
        return true;
      }
    }
  }
  return false;
}

bool ObservedOrder::IsSettledBeforeThreads(TermId cell, uint32_t width) {
  auto [it, inserted] = settled_before_threads_.try_emplace({cell, width});
  if (!inserted) return it->second;
  TermTable& terms = tree_.terms();
  const AtomId object = terms.Base(cell);
  const TermId offset = terms.Offset(cell);
  if (object == kNothing || terms.atom(object).kind != AtomKind::kGlobal ||
      !terms.term(offset).is_constant()) {
    return false;
  }
  const ir::Global* global = tree_.program().FindGlobal(terms.atom(object).name);
  if (global == nullptr || global->is_volatile || global->is_thread_local) return false;
  const auto found = shared_.find(ObjectKey(terms, object));
  if (found == shared_.end()) return false;
  return it->second = std::none_of(
             found->second.begin(), found->second.end(), [&](const SharedAccess& access) {
               return access.is_write() && !LiesApart(terms, access, cell, width);
             });
}

// The least fixpoint: the first write of a value that is waited for cannot wait for that value.
void ObservedOrder::FindReachable() {
  reachable_is_known_ = true;
  for (const AccessesByObject* accesses : {&shared_, &before_}) {
    for (const auto& [object, list] : *accesses) {
      for (const SharedAccess& access : list) {
        for (const Observation& seen : PointOf(access).observed) {
          const Cause& cause = CauseOf(seen);
          if (cause.is_followed && cause.is_settled) {
            unreachable_.insert({access.node, access.point});
          }
        }
      }
    }
  }
  const auto comes_too_late = [&](uint32_t node, uint32_t point, const SharedAccess& write) {
    return node != write.node && tree_.IsAncestor(node, write.node) &&
           tree_.nodes()[node].runs_once && tree_.IsStartedAfter(node, point, write.node);
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (auto at = unreachable_.begin(); at != unreachable_.end();) {
      const auto& observed = tree_.nodes()[at->first].points[at->second].observed;
      const bool reachable =
          std::all_of(observed.begin(), observed.end(), [&](const Observation& seen) {
            const Cause& cause = CauseOf(seen);
            return !cause.is_followed || !cause.is_settled ||
                   std::any_of(cause.writes.begin(), cause.writes.end(),
                               [&](const SharedAccess& write) {
                                 return !unreachable_.contains({write.node, write.point}) &&
                                        !comes_too_late(at->first, at->second, write);
                               });
          });
      at = reachable ? unreachable_.erase(at) : std::next(at);
      changed |= reachable;
    }
  }
}

const ThreadPoint& ObservedOrder::PointOf(const SharedAccess& access) const {
  return tree_.nodes()[access.node].points[access.point];
}

// A write by a thread that had seen such a value before was not the first: what that thread saw was
// written earlier still, so what holds for the first ones holds for all.
bool ObservedOrder::Before(const SharedAccess& a, const SharedAccess& b,
                           absl::FunctionRef<bool(const SharedAccess&)> comes_after) {
  const std::vector<const Cause*>& causes = CausesAt(b);
  for (size_t i = 0; i < causes.size(); ++i) {
    const Cause& cause = *causes[i];
    if (!cause.OrdersReaders()) continue;
    const Observation& seen = PointOf(b).observed[i];
    std::set<uint32_t> others;  // whose writes b may have seen the value of without a
    for (const SharedAccess& write : cause.unpassed_writes) {
      const bool after = Precedes(a, write, seen) || Precedes(b, write, seen) ||
                         (PassesOn(write) && comes_after(write));
      if (!after) others.insert(write.node);
      if (others.size() >= cause.least) break;
    }
    if (others.size() < cause.least) return true;
  }
  return false;
}

bool ObservedOrder::MayFollow(const SharedAccess& b,
                              absl::FunctionRef<bool(const SharedAccess&)> may_follow) {
  const std::vector<const Cause*>& causes = CausesAt(b);
  for (size_t i = 0; i < causes.size(); ++i) {
    const Cause& cause = *causes[i];
    const Observation& seen = PointOf(b).observed[i];
    if (cause.OrdersReaders() && std::all_of(cause.first_writes.begin(), cause.first_writes.end(),
                                             [&](const SharedAccess& write) {
                                               return Precedes(b, write, seen) || may_follow(write);
                                             })) {
      return true;
    }
  }
  return false;
}

// Whether who sees the value written comes after what the writer had seen.
bool ObservedOrder::PassesOn(const SharedAccess& write) const {
  return !write.is_atomic || tree_.nodes()[write.node].summary->accesses[write.index].is_announced;
}

// Whether the writer had seen such a value before.
bool ObservedOrder::HasSeen(const SharedAccess& write, const Observation& seen) {
  const std::vector<Observation>& observed = PointOf(write).observed;
  return std::any_of(observed.begin(), observed.end(), [&](const Observation& earlier) {
    return seen.Includes(earlier) && SeeSame(earlier, seen);
  });
}

// Whether both are of the same cells.
bool ObservedOrder::SeeSame(const Observation& a, const Observation& b) {
  const auto is_same = [&](TermId x, TermId y) {
    return !tree_.points_to().IsOpen(x) &&
           tree_.points_to().Resolve(x) == tree_.points_to().Resolve(y);
  };
  return a.width == b.width && a.is_difference() == b.is_difference() && is_same(a.cell, b.cell) &&
         (!a.is_difference() || is_same(a.other, b.other));
}

bool ObservedOrder::MayHandOver(const SharedAccess& a, const SharedAccess& b) {
  if (tree_.nodes()[a.node].many || !tree_.IsAncestor(a.node, b.node) || a.node == b.node) {
    return false;
  }
  const uint32_t entry = tree_.nodes()[tree_.ChildTowards(a.node, b.node)].definition;
  const auto is_by_thread_of_a = [&](const SharedAccess& write) { return write.node == a.node; };
  // Of writes that are like each other, only some are kept: one beside a thread that does the same
  // will do.
  const auto is_beside_b = [&](const SharedAccess& write) {
    const std::vector<uint32_t>& live = PointOf(write).live;
    return std::any_of(live.begin(), live.end(),
                       [&](uint32_t child) { return tree_.nodes()[child].definition == entry; });
  };
  const std::vector<const Cause*>& causes = CausesAt(b);
  return std::any_of(causes.begin(), causes.end(), [&](const Cause* cause) {
    return cause->OrdersReaders() &&
           std::all_of(cause->writes.begin(), cause->writes.end(), is_by_thread_of_a) &&
           std::any_of(cause->writes.begin(), cause->writes.end(), is_beside_b) &&
           std::any_of(cause->others.begin(), cause->others.end(), is_by_thread_of_a);
  });
}

bool ObservedOrder::MayHaveFinished(const SharedAccess& a, const SharedAccess& b) {
  if (a.node == b.node || !tree_.IsAncestor(a.node, b.node)) return false;
  const std::vector<Observation>& observed = PointOf(a).observed;
  return std::any_of(observed.begin(), observed.end(), [&](const Observation& seen) {
    return !seen.is_difference() && HasAnnounced(PointOf(b), seen) &&
           TakesAndGivesBack(b.node, seen) && IsSeenByThreadItself(a, seen);
  });
}

bool ObservedOrder::TakesAndGivesBack(uint32_t node, const Observation& seen) {
  const auto [it, inserted] = takes_and_gives_back_.try_emplace({node, seen});
  if (inserted) it->second = FindTakesAndGivesBack(node, seen);
  return it->second;
}

bool ObservedOrder::FindTakesAndGivesBack(uint32_t node, const Observation& seen) {
  bool takes = false, gives = false, goes_up = false, goes_down = false;
  for (TermId cell : PlacesOf(seen.cell)) {
    auto found = shared_.find(ObjectKey(tree_.terms(), tree_.terms().Base(cell)));
    if (found == shared_.end()) continue;
    for (const SharedAccess& write : found->second) {
      if (!write.is_write() || write.node != node || write.resolved != cell) continue;
      const bool is_first = !HasAnnounced(PointOf(write), seen);
      takes |= is_first && !MustWrite(write, seen);
      gives |= !is_first && MayWrite(write, seen);
      const int8_t step = tree_.nodes()[node].summary->accesses[write.index].step;
      goes_up |= step > 0;
      goes_down |= step < 0;
    }
  }
  // Of a count in a loop it is not known which came first.
  return (takes && gives) || (goes_up && goes_down && seen.low <= 0 && seen.high == 0);
}

bool ObservedOrder::NeedsUnset(const SharedAccess& access) {
  const std::vector<Observation>& observed = PointOf(access).observed;
  return std::any_of(observed.begin(), observed.end(), [&](const Observation& seen) {
    const Cause& cause = CauseOf(seen);
    return cause.is_followed && cause.is_unset && cause.writes.empty();
  });
}

bool ObservedOrder::MayOverlap(TermId a, TermId cell) {
  TermTable& terms = tree_.terms();
  constexpr int64_t kWidest = 16;
  for (TermId target : tree_.points_to().Resolve(a)) {
    if (terms.Base(target) != terms.Base(cell)) continue;
    const auto distance = terms.ConstantDifference(target, cell);
    if (!distance || (*distance < kWidest && *distance > -kWidest)) return true;
  }
  if (!tree_.points_to().IsOpen(a)) return false;
  // A pointer of which not all is known leads to no variable whose address is not taken.
  const Atom& object = terms.atom(terms.Base(cell));
  if (object.kind != AtomKind::kGlobal) return true;
  if (!addressed_) addressed_.emplace(tree_.program());
  return addressed_->Contains(object.name);
}

bool ObservedOrder::HasAnnounced(const ThreadPoint& point, const Observation& seen) {
  std::vector<TermId> places = PlacesOf(seen.cell);
  if (seen.is_difference()) {
    const std::vector<TermId> others = PlacesOf(seen.other);
    places.insert(places.end(), others.begin(), others.end());
  }
  return point.announced_any ||
         std::any_of(point.announced.begin(), point.announced.end(), [&](TermId announced) {
           return std::any_of(places.begin(), places.end(),
                              [&](TermId place) { return MayOverlap(announced, place); });
         });
}

bool ObservedOrder::Precedes(const SharedAccess& a, const SharedAccess& write,
                             const Observation& seen) {
  const ThreadNode& node = tree_.nodes()[write.node];
  const Access& access = node.summary->accesses[write.index];
  if (access.is_relaxed) return false;
  const bool is_tracked = node.runs_once && access.is_announced;
  if (a.node == write.node) return is_tracked && !HasAnnounced(node.points[a.point], seen);
  // Or a's thread had ended before the write, and another one is not created after it.
  if (!tree_.IsAncestor(write.node, a.node)) return false;
  const uint32_t child = tree_.ChildTowards(write.node, a.node);
  const ThreadNode& ended = tree_.nodes()[child];
  return ContainsSorted(node.points[write.point].ended, child) &&
         !tree_.OutlivesEnded(child, a.node) &&
         (ended.runs_once ||
          (is_tracked && std::none_of(ended.spawns.begin(), ended.spawns.end(), [&](uint32_t s) {
             return HasAnnounced(node.points[node.summary->spawns[s].point], seen);
           })));
}

}  // namespace plait
