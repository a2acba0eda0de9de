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
    doubts.needs_unset |= NeedsUnset(*access);
    doubts.is_set_up_before |= IsSetUpBefore(*access);
    doubts.may_be_set_up_before |= MayBeSetUpBefore(*access);
    doubts.needs_dropped |= NeedsDropped(*access);
    doubts.is_unexplained |= IsUnexplained(*access, /*is_volatile=*/false);
    doubts.is_given_outside |= IsUnexplained(*access, /*is_volatile=*/true);
    doubts.is_overwritten |= NeedsOverwritten(*access);
  }
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
  return node.parent < 0 && !node.summary->accesses[access.index].is_also_alone &&
         !WritesAlone().contains(PlaceOfAccess(tree_, access));
}

bool ObservedOrder::IsSetUpBefore(const SharedAccess& access) {
  if (IsMadeWithThreadsOnly(access)) return false;
  const std::vector<Observation>& observed = PointOf(access).observed;
  return std::any_of(observed.begin(), observed.end(), [&](const Observation& seen) {
    return CauseOf(seen).is_set_up && IsSeenByThreadItself(access, seen);
  });
}

// What the main thread does before it starts others may have been dropped, or depend on more.
bool ObservedOrder::MayBeSetUpBefore(const SharedAccess& access) {
  if (IsMadeWithThreadsOnly(access)) return false;
  const std::vector<Observation>& observed = PointOf(access).observed;
  return std::any_of(observed.begin(), observed.end(), [&](const Observation& seen) {
    return CauseOf(seen).may_be_set_up && IsSeenByThreadItself(access, seen);
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
               const auto distance = terms.ConstantDifference(access.resolved, cell);
               const bool is_apart = distance && access.width != 0 &&
                                     (*distance >= static_cast<int64_t>(width) ||
                                      *distance <= -static_cast<int64_t>(access.width));
               return access.is_write() && !is_apart;
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

const ObservedOrder::Cause& ObservedOrder::CauseOf(const Observation& seen) {
  auto [it, inserted] = causes_.try_emplace(seen);
  if (inserted) {
    it->second = FindCause(seen);
    Cause& cause = it->second;
    for (const SharedAccess& write : cause.writes) {
      const bool has_seen = HasSeen(write, seen);
      if (!has_seen) cause.first_writes.push_back(write);
      if (!has_seen || !PassesOn(write)) cause.unpassed_writes.push_back(write);
    }
  }
  return it->second;
}

const std::vector<const ObservedOrder::Cause*>& ObservedOrder::CausesAt(
    const SharedAccess& access) {
  const auto [known, inserted] = causes_at_.try_emplace({access.node, access.point});
  if (inserted) {
    for (const Observation& seen : PointOf(access).observed) {
      known->second.push_back(&CauseOf(seen));
    }
  }
  return known->second;
}

// Of an object that is made in one of several ways, there is one place for each.
std::vector<TermId> ObservedOrder::PlacesOf(TermId cell) {
  constexpr size_t kMaxPlaces = 4;
  TermTable& terms = tree_.terms();
  if (tree_.points_to().IsOpen(cell)) return {};
  const std::vector<TermId> targets = tree_.points_to().Resolve(cell);
  const bool are_known = targets.size() <= kMaxPlaces &&
                         std::all_of(targets.begin(), targets.end(), [&](TermId place) {
                           const AtomId object = terms.Base(place);
                           return object != kNothing &&
                                  terms.term(terms.Offset(place)).is_constant() &&
                                  tree_.IsSingleObject(object);
                         });
  return are_known ? targets : std::vector<TermId>();
}

// Whether nothing decides on the access but what decides on the threads as well that its thread
// starts.
bool ObservedOrder::IsOnTheWayToThreads(const SharedAccess& access) {
  const ThreadNode& node = tree_.nodes()[access.node];
  const Point& point = node.summary->points[access.point];
  const auto is_within = [](const std::vector<TermId>& some, const std::vector<TermId>& all) {
    return std::includes(all.begin(), all.end(), some.begin(), some.end());
  };
  return std::all_of(
      node.summary->spawns.begin(), node.summary->spawns.end(), [&](const Spawn& spawn) {
        const Point& start = node.summary->points[spawn.point];
        return is_within(point.gates, start.gates) && is_within(point.conditions, start.conditions);
      });
}

// The value was seen at one of the places: what holds for the causes at each holds for it.
ObservedOrder::Cause ObservedOrder::FindCause(const Observation& seen) {
  const std::vector<TermId> places = PlacesOf(seen.cell);
  const std::vector<TermId> others =
      seen.is_difference() ? PlacesOf(seen.other) : std::vector<TermId>(places.size(), kNothing);
  if (places.empty() || places.size() != others.size()) return {};
  Cause cause;
  for (size_t i = 0; i < places.size(); ++i) {
    Cause here = seen.is_difference() ? FindCauseOfDifference(seen, places[i], others[i])
                                      : FindCauseAt(seen, places[i]);
    if (i == 0) {
      cause = std::move(here);
      continue;
    }
    if (!cause.is_followed || !here.is_followed) return {};
    cause.is_relaxed |= here.is_relaxed;
    cause.is_unset &= here.is_unset;
    cause.is_settled &= here.is_settled;
    cause.writes.insert(cause.writes.end(), here.writes.begin(), here.writes.end());
    cause.others.insert(cause.others.end(), here.others.begin(), here.others.end());
    cause.least = 1;
  }
  return cause;
}

// Of two cells whose difference is another one than at the start, one is another one than at the
// start.
ObservedOrder::Cause ObservedOrder::FindCauseOfDifference(const Observation& seen, TermId cell,
                                                          TermId other) {
  Cause cause;
  TermTable& terms = tree_.terms();
  const TermId cells[] = {cell, other};
  if (terms.Base(cell) != terms.Base(other) && PlacesOf(seen.cell).size() > 1) return cause;
  const auto x = ValueAtStart(tree_, shared_, cells[0], seen.width);
  const auto y = ValueAtStart(tree_, shared_, cells[1], seen.width);
  if (!x || !y || seen.Includes(*x - *y)) return cause;
  for (int i = 0; i < 2; ++i) {
    const int64_t start = i == 0 ? *x : *y;
    for (const AccessesByObject* accesses : {&shared_, &before_}) {
      auto found = accesses->find(ObjectKey(terms, terms.Base(cells[i])));
      if (found == accesses->end()) continue;
      for (const SharedAccess& access : found->second) {
        if (access.kind == AccessKind::kFree) continue;
        const auto distance = terms.ConstantDifference(access.resolved, cells[i]);
        if (access.width != 0 && distance &&
            (*distance >= static_cast<int64_t>(seen.width) ||
             *distance <= -static_cast<int64_t>(access.width))) {
          continue;
        }
        if (!access.is_write()) {
          if (tree_.nodes()[access.node].summary->accesses[access.index].is_relaxed) return {};
          continue;
        }
        const bool same_cell = distance && *distance == 0 && access.width == seen.width;
        if (!same_cell || NumberOf(access) != start) cause.writes.push_back(access);
      }
    }
  }
  cause.is_followed = true;
  cause.is_settled = !cause.writes.empty();
  return cause;
}

ObservedOrder::Cause ObservedOrder::FindCauseAt(const Observation& seen, TermId cell) {
  Cause cause;
  TermTable& terms = tree_.terms();
  const AtomId object = terms.Base(cell);
  const Term& offset = terms.term(terms.Offset(cell));
  const auto start = ValueAtStart(tree_, shared_, cell, seen.width);
  if (!start) return cause;
  const bool starts_so = seen.Includes(*start);
  bool is_shared = false, is_changed = false, is_pointer = false, is_restored = false;
  bool is_surely_restored = false, is_changed_alone = false, is_always_changed = false;
  // Writes by threads that found it so, and those before there were threads.
  std::vector<const SharedAccess*> set_up, alone;
  if (terms.atom(object).kind == AtomKind::kGlobal) {
    const Name global_name = terms.atom(object).name;
    const ir::Global* global = tree_.program().FindGlobal(global_name);
    const uint32_t root = tree_.nodes()[0].definition;
    const bool is_program = tree_.program().definitions()[root].IsMain();
    cause.is_settled = global != nullptr && global->is_const;
    cause.is_volatile = global != nullptr && global->is_volatile;
    is_pointer = global != nullptr && global->type.ends_with('*');
    cause.is_unset = global != nullptr && !global->is_volatile && is_program &&
                     tree_.program().IsWrittenOnlyBy(global_name, kNoName);
  }
  // What a count has moved by, if everyone who writes it moves it once and in the same direction.
  const bool up = seen.low > *start;
  if (up) cause.least = static_cast<uint64_t>(seen.low) - *start;
  if (seen.high < *start) cause.least = static_cast<uint64_t>(*start) - seen.high;
  const AtomId key = ObjectKey(terms, object);
  for (const AccessesByObject* accesses : {&shared_, &before_}) {
    auto found = accesses->find(key);
    if (found == accesses->end()) continue;
    for (const SharedAccess& access : found->second) {
      if (!access.is_write()) {
        const Access& read = tree_.nodes()[access.node].summary->accesses[access.index];
        cause.is_relaxed |= read.is_relaxed && MayOverlap(access.resolved, cell);
        continue;
      }
      const TermId at = terms.Offset(access.resolved);
      const auto distance =
          terms.ConstantValue(terms.Subtract(at, terms.Constant(offset.constant)));
      if (access.width != 0 && distance &&
          (*distance >= static_cast<int64_t>(seen.width) ||
           *distance <= -static_cast<int64_t>(access.width))) {
        continue;
      }
      if (access.kind == AccessKind::kFree) continue;
      cause.is_settled = true;
      const bool same_cell = distance && *distance == 0 && access.width == seen.width;
      if (accesses == &shared_) {
        const bool has_seen = HasSeen(access, seen);
        is_shared |= !(is_pointer && has_seen) && !IsMadeAtTheEnd(access);
        is_restored |= !has_seen && (!same_cell || MayWrite(access, seen));
        is_surely_restored |= !has_seen && MustWrite(access, seen);
        if (has_seen && starts_so) set_up.push_back(&access);
      }
      if (starts_so && same_cell && IsMadeAlone(access, accesses == &before_)) {
        alone.push_back(&access);
        is_changed_alone |= !MustWrite(access, seen);
      }
      if (cause.least > 1 && !(same_cell && IsOnlyStep(access, seen, up ? 1 : -1))) {
        cause.least = 1;
      }
      // A pointer that is set before there are threads is hardly set to null.
      const bool sets_pointer = is_pointer && accesses == &before_ && !NumberOf(access) &&
                                seen.low == 0 && seen.high == 0;
      const bool changes = same_cell && (sets_pointer || !MayWrite(access, seen));
      is_changed |= changes;
      is_always_changed |= changes && accesses == &before_ && IsOnTheWayToThreads(access);
      if (!same_cell || MayWrite(access, seen)) cause.writes.push_back(access);
      if (!same_cell || !MustWrite(access, seen)) cause.others.push_back(access);
    }
  }
  if (starts_so) {
    Cause overwritten;
    overwritten.is_volatile = cause.is_volatile;
    overwritten.is_overwritten = is_changed && !is_shared;
    overwritten.is_always_overwritten = is_always_changed && !is_shared;
    overwritten.is_set_up = !is_restored && AreMadeAtOnePlace(alone, set_up);
    const bool may_be_changed = tree_.nodes()[0].summary->dropped_accesses > 0 || is_changed_alone;
    overwritten.may_be_set_up = !is_surely_restored && !set_up.empty() && may_be_changed;
    return overwritten;
  }
  cause.is_followed = true;
  return cause;
}

// Whether a write of each list is made by one instruction, and nothing but what it replaces decides
// on it. That takes the summaries on the way to them, so it is asked last.
bool ObservedOrder::AreMadeAtOnePlace(const std::vector<const SharedAccess*>& alone,
                                      const std::vector<const SharedAccess*>& set_up) const {
  return std::any_of(set_up.begin(), set_up.end(), [&](const SharedAccess* found) {
    const auto place = PlaceOfAccess(tree_, *found);
    return std::any_of(alone.begin(), alone.end(), [&](const SharedAccess* write) {
      return PlaceOfAccess(tree_, *write) == place && IsDecidedByWhatItReplaces(*write);
    });
  });
}

// Whether the main thread makes the write when those it has started have ended.
bool ObservedOrder::IsMadeAtTheEnd(const SharedAccess& write) const {
  const ThreadPoint& point = PointOf(write);
  return tree_.nodes()[write.node].parent < 0 && point.live.empty() && !point.ended.empty();
}

// Whether the program makes the write also before it starts threads.
bool ObservedOrder::IsMadeAlone(const SharedAccess& write, bool is_alone) const {
  const ThreadNode& node = tree_.nodes()[write.node];
  return is_alone || (node.parent < 0 && node.summary->accesses[write.index].is_also_alone);
}

// Whether, in the procedure that makes the write, nothing else decides on it.
bool ObservedOrder::IsDecidedByWhatItReplaces(const SharedAccess& write) const {
  const Summary& summary = *tree_.nodes()[write.node].summary;
  OriginWalk walk(tree_, summary, summary.accesses[write.index]);
  while (walk.Next()) {
  }
  const Point& point = walk.summary().points[walk.access().point];
  return point.conditions.empty() &&
         std::all_of(point.gates.begin(), point.gates.end(),
                     [&](TermId cell) { return cell == walk.access().address; });
}

// Whether the thread, of which there is one, moves the count by `step` there and nowhere before.
bool ObservedOrder::IsOnlyStep(const SharedAccess& write, const Observation& seen, int step) {
  const ThreadNode& node = tree_.nodes()[write.node];
  const Access& access = node.summary->accesses[write.index];
  return node.runs_once && access.step == step && access.is_announced &&
         !HasAnnounced(PointOf(write), seen);
}

std::optional<int64_t> ObservedOrder::NumberOf(const SharedAccess& write) const {
  const ThreadNode& node = tree_.nodes()[write.node];
  const TermId value = node.summary->accesses[write.index].value;
  if (value == kNothing) return std::nullopt;
  return tree_.terms().ConstantValue(node.importer->Map(value));
}

bool ObservedOrder::MayWrite(const SharedAccess& write, const Observation& seen) const {
  const std::optional<int64_t> number = NumberOf(write);
  return !number || seen.Includes(*number);
}

bool ObservedOrder::MustWrite(const SharedAccess& write, const Observation& seen) const {
  const std::optional<int64_t> number = NumberOf(write);
  return number && seen.Includes(*number);
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
  for (const Observation& seen : PointOf(b).observed) {
    const Cause& cause = CauseOf(seen);
    if (!cause.OrdersReaders()) continue;
    if (std::all_of(cause.writes.begin(), cause.writes.end(), is_by_thread_of_a) &&
        std::any_of(cause.writes.begin(), cause.writes.end(), is_beside_b) &&
        std::any_of(cause.others.begin(), cause.others.end(), is_by_thread_of_a)) {
      return true;
    }
  }
  return false;
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
  bool takes = false, gives = false;
  for (TermId cell : PlacesOf(seen.cell)) {
    auto found = shared_.find(ObjectKey(tree_.terms(), tree_.terms().Base(cell)));
    if (found == shared_.end()) continue;
    for (const SharedAccess& write : found->second) {
      if (!write.is_write() || write.node != node || write.resolved != cell) continue;
      const bool is_first = !HasAnnounced(PointOf(write), seen);
      takes |= is_first && !MustWrite(write, seen);
      gives |= !is_first && MayWrite(write, seen);
    }
  }
  return takes && gives;
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
