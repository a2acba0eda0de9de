// The part of ObservedOrder that finds what put a value where it was seen.
#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "checkers/naming.h"
#include "checkers/observed_order.h"
#include "checkers/origin_walk.h"

namespace plait {

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
        if (LiesApart(terms, access, cells[i], seen.width)) continue;
        if (!access.is_write()) {
          if (tree_.nodes()[access.node].summary->accesses[access.index].is_relaxed) return {};
          continue;
        }
        const bool same_cell =
            terms.ConstantDifference(access.resolved, cells[i]) == 0 && access.width == seen.width;
        if (!same_cell || NumberOf(access) != start) cause.writes.push_back(access);
      }
    }
  }
  cause.is_followed = true;
  cause.is_settled = !cause.writes.empty();
  return cause;
}

namespace {

// Whether a type as it is spelled is one of pointers, also to functions.
bool IsPointer(absl::string_view type) {
  return absl::EndsWith(type, "*") || absl::StrContains(type, "(*)");
}

}  // namespace

ObservedOrder::Cause ObservedOrder::FindCauseAt(const Observation& seen, TermId cell) {
  Cause cause;
  TermTable& terms = tree_.terms();
  const AtomId object = terms.Base(cell);
  const Term& offset = terms.term(terms.Offset(cell));
  auto start = ValueAtStart(tree_, shared_, cell, seen.width);
  // An address is not 0, and no number that anything is compared with.
  constexpr int64_t kSomeAddress = int64_t{1} << 46;
  if (!start && IsAddressAtStart(tree_, shared_, cell, seen.width)) start = kSomeAddress;
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
    constexpr uint32_t kPointerSize = 8;
    is_pointer = global != nullptr && seen.width == kPointerSize &&
                 IsPointer(TypeAt(tree_.program(), global->type, offset.constant));
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
      if (access.kind == AccessKind::kFree || LiesApart(terms, access, cell, seen.width)) continue;
      cause.is_settled = true;
      const bool same_cell = distance && *distance == 0 && access.width == seen.width;
      if (accesses == &shared_) {
        const bool has_seen = HasSeen(access, seen);
        is_shared |= !(is_pointer && has_seen) && !IsMadeAtTheEnd(access);
        is_restored |= !has_seen && (!same_cell || MayWrite(access, seen));
        is_surely_restored |= !has_seen && MustWrite(access, seen);
        if (has_seen && starts_so) set_up.push_back(&access);
      }
      if (starts_so && IsMadeAlone(access, accesses == &before_)) {
        alone.push_back(&access);
        is_changed_alone |= same_cell && !MustWrite(access, seen);
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
    const std::vector<const SharedAccess*> also_alone =
        is_surely_restored ? std::vector<const SharedAccess*>() : AlsoMadeAlone(set_up, alone);
    overwritten.is_set_up =
        !is_restored && std::any_of(also_alone.begin(), also_alone.end(), [&](const auto* write) {
          return write->resolved == cell && write->width == seen.width &&
                 IsDecidedByWhatItReplaces(*write);
        });
    overwritten.is_likely_set_up = !also_alone.empty();
    // What the main thread does before it starts others may have been dropped, or depend on more.
    const bool may_be_changed = tree_.nodes()[0].summary->dropped_accesses > 0 || is_changed_alone;
    overwritten.may_be_set_up = !is_surely_restored && !set_up.empty() && may_be_changed;
    return overwritten;
  }
  cause.is_followed = true;
  return cause;
}

// Those that are made by the instruction of one of the others. That takes the summaries on the way
// to them, so it is asked last.
std::vector<const SharedAccess*> ObservedOrder::AlsoMadeAlone(
    const std::vector<const SharedAccess*>& set_up,
    const std::vector<const SharedAccess*>& alone) const {
  std::set<std::pair<uint32_t, uint32_t>> places;
  if (!set_up.empty()) {
    for (const SharedAccess* write : alone) places.insert(PlaceOfAccess(tree_, *write));
  }
  std::vector<const SharedAccess*> both;
  std::copy_if(set_up.begin(), set_up.end(), std::back_inserter(both),
               [&](const auto* write) { return places.contains(PlaceOfAccess(tree_, *write)); });
  return both;
}

// Whether the main thread makes the write when those it has started have ended.
bool ObservedOrder::IsMadeAtTheEnd(const SharedAccess& write) const {
  const ThreadPoint& point = PointOf(write);
  return tree_.nodes()[write.node].parent < 0 && point.live.empty() && !point.ended.empty();
}

// Whether the program makes the write also before it starts threads: in an earlier call, or in the
// first turn of the loop that starts them.
bool ObservedOrder::IsMadeAlone(const SharedAccess& write, bool is_alone) const {
  const ThreadNode& node = tree_.nodes()[write.node];
  if (is_alone || node.parent >= 0) return is_alone;
  const Access& access = node.summary->accesses[write.index];
  if (access.is_also_alone) return true;
  const Point& point = node.summary->points[access.point];
  const TermTable& terms = node.summary->terms;
  return point.joined.empty() &&
         std::all_of(point.live.begin(), point.live.end(), [&](const ThreadRange& live) {
           return live.low == kZero && !terms.term(live.high).is_constant();
         });
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

}  // namespace plait
