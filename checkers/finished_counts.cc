#include "checkers/finished_counts.h"

#include <algorithm>
#include <cstdlib>

#include "absl/algorithm/container.h"
#include "checkers/built_locks.h"
#include "checkers/linear_proof.h"
#include "checkers/origin_walk.h"
#include "checkers/way_order.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

// Empty if it is not known.
Way KnownWayToAccess(const ThreadTree& tree, uint32_t node, uint32_t access) {
  bool is_lost = false;
  Way way = WayToAccess(tree, node, access, &is_lost);
  return is_lost ? Way() : way;
}

// The same of where threads are started.
Way KnownWayToStart(const ThreadTree& tree, uint32_t node, uint32_t spawn) {
  bool is_lost = false;
  Way way = WayToCreation(tree, node, spawn, &is_lost);
  return is_lost ? Way() : way;
}

// Whether each can have one of its choices, of so many, that no other one has: a matching, by paths
// along which those before change theirs.
bool HaveOneEach(const std::vector<std::vector<size_t>>& choices, size_t count) {
  std::vector<int> taken(count, -1);
  std::vector<bool> asked;
  const auto find = [&](size_t one, const auto& again) -> bool {
    for (size_t choice : choices[one]) {
      if (asked[choice]) continue;
      asked[choice] = true;
      if (taken[choice] >= 0 && !again(taken[choice], again)) continue;
      taken[choice] = static_cast<int>(one);
      return true;
    }
    return false;
  };
  for (size_t one = 0; one < choices.size(); ++one) {
    asked.assign(count, false);
    if (!find(one, find)) return false;
  }
  return true;
}

// Whether the thread that the creation would have started is none that there is, or was, at the
// point behind it: it could not be started.
bool HasFailed(const Summary& summary, const Spawn& creation, const Point& at) {
  const Atom& thread = summary.terms.atom(creation.token);
  const auto is_it = [&](AtomId token) {
    const Atom& other = summary.terms.atom(token);
    return other.kind == thread.kind && other.name == thread.name && other.index == thread.index &&
           other.context == thread.context;
  };
  const auto of_it = [&](const std::vector<ThreadRange>& ranges) {
    std::vector<ThreadRange> found;
    absl::c_copy_if(ranges, std::back_inserter(found),
                    [&](const ThreadRange& range) { return is_it(range.token); });
    return found;
  };
  const auto has_ended = [&](TermId posted) {
    const AtomId base = summary.terms.Base(posted);
    return summary.terms.IsAny(posted) || (base != kNothing && is_it(base));
  };
  const std::vector<ThreadRange> before = of_it(summary.points[creation.point].live);
  const std::vector<ThreadRange> then = of_it(at.live);
  return absl::c_equal(before, then,
                       [](const ThreadRange& a, const ThreadRange& b) {
                         return a.low == b.low && a.high == b.high;
                       }) &&
         absl::c_none_of(
             then, [&](const ThreadRange& range) { return summary.terms.IsAny(range.high); }) &&
         of_it(at.joined).empty() && absl::c_none_of(at.posted, has_ended);
}

}  // namespace

bool FinishedCounts::Before(const SharedAccess& a, const SharedAccess& b) {
  const ThreadNode &thread = tree_.nodes()[a.node], &starter = tree_.nodes()[b.node];
  const std::vector<FoundCount>& counts = starter.points[b.point].counts;
  if (counts.empty() || thread.parent != static_cast<int>(b.node)) return false;
  return absl::c_any_of(counts, [&](const FoundCount& count) {
    return ContainsSorted(FoundDone(b.node, count), a.node) &&
           !MayHaveMoved(thread.points[a.point], tree_.points_to().Resolve(count.cell)[0]);
  });
}

const std::vector<uint32_t>& FinishedCounts::FoundDone(uint32_t node, const FoundCount& count) {
  const auto [known, inserted] = done_.try_emplace({node, count});
  if (inserted) known->second = FindDone(node, count);
  return known->second;
}

std::vector<uint32_t> FinishedCounts::FindDone(uint32_t node, const FoundCount& count) {
  if (!tree_.nodes()[node].runs_once || tree_.points_to().IsOpen(count.cell)) return {};
  const std::vector<TermId> places = tree_.points_to().Resolve(count.cell);
  if (places.size() != 1) return {};
  const std::optional<Moves> moves = MovesOf(node, count, places[0]);
  if (!moves || moves->nodes.empty() || !moves->start) return {};
  TermTable& terms = tree_.terms();
  const TermId distance = count.is_most ? terms.Subtract(*moves->start, count.bound)
                                        : terms.Subtract(count.bound, *moves->start);
  if (terms.IsAny(distance)) return {};
  const bool is_far =
      moves->counted.empty()
          ? AreAtMost(node, *moves, distance) && AreTakenBackForFailures(node, *moves)
          : terms.ConstantValue(distance).value_or(-1) >= 0 && AreCountedFirst(node, *moves) &&
                AreTakenBackForFailures(node, *moves);
  return is_far && IsSetFirst(node, *moves) ? moves->nodes : std::vector<uint32_t>();
}

// How the place is moved; nullopt if it is moved in other ways as well.
std::optional<FinishedCounts::Moves> FinishedCounts::MovesOf(uint32_t node, const FoundCount& count,
                                                             TermId place) {
  TermTable& terms = tree_.terms();
  const AtomId object = terms.Base(place);
  if (object == kNothing || !tree_.IsSingleObject(object) ||
      !terms.term(terms.Offset(place)).is_constant()) {
    return std::nullopt;
  }
  Moves moves;
  moves.place = place;
  for (const AccessesByObject* accesses : {&shared_, &before_}) {
    const auto found = accesses->find(ObjectKey(terms, object));
    if (found == accesses->end()) continue;
    for (const SharedAccess& access : found->second) {
      if (access.kind == AccessKind::kFree || LiesApart(terms, access, place, count.width)) {
        continue;
      }
      const Access& made = tree_.nodes()[access.node].summary->accesses[access.index];
      const bool is_known = access.is_write()
                                ? access.resolved == place && access.width == count.width &&
                                      AddMove(node, count, access, &moves)
                                : !made.is_relaxed;
      if (!is_known) return std::nullopt;
    }
  }
  if (moves.set) return moves;
  if (const auto start = ValueAtStart(tree_, shared_, place, count.width)) {
    moves.start = terms.Constant(*start);
  }
  return moves;
}

// False if it is none that can be counted.
bool FinishedCounts::AddMove(uint32_t node, const FoundCount& count, const SharedAccess& write,
                             Moves* moves) {
  const ThreadNode& thread = tree_.nodes()[write.node];
  const Access& made = thread.summary->accesses[write.index];
  const int done = count.is_most ? -1 : 1;
  const bool is_first = !MayHaveMoved(thread.points[write.point], moves->place);
  if (write.node != node) {
    const bool is_step = thread.parent == static_cast<int>(node) && !thread.stands_for_deeper &&
                         made.step == done && made.is_announced && !made.is_relaxed && is_first;
    if (is_step) InsertSorted(&moves->nodes, write.node);
    return is_step;
  }
  if (made.step == -done) {
    // What was found before the step is only forgotten if the step is known to callers.
    moves->counted.push_back(&write);
    return made.is_announced;
  }
  if (made.step == done) {
    moves->taken_back.push_back(&write);
    return made.is_announced;
  }
  if (made.value == kNothing || made.step != 0 || !is_first || moves->set) return false;
  moves->set = {write.node, write.index};
  moves->start = thread.importer->Map(made.value);
  return true;
}

std::vector<FinishedCounts::Creation> FinishedCounts::CreationsOf(uint32_t node,
                                                                  const Moves& moves) {
  std::vector<Creation> creations;
  for (uint32_t thread : moves.nodes) {
    for (uint32_t spawn : tree_.nodes()[thread].spawns) {
      Way way = KnownWayToStart(tree_, node, spawn);
      const auto same = absl::c_find_if(
          creations, [&](const Creation& creation) { return creation.way == way && !way.empty(); });
      if (same == creations.end()) {
        creations.push_back({std::move(way), {spawn}});
      } else {
        same->spawns.push_back(spawn);
      }
    }
  }
  return creations;
}

// Whether each of the threads has been counted before it is started, by a step of its own.
bool FinishedCounts::AreCountedFirst(uint32_t node, const Moves& moves) {
  std::vector<Way> counted;
  for (const SharedAccess* step : moves.counted) {
    Way way = KnownWayToAccess(tree_, node, step->index);
    if (!absl::c_linear_search(counted, way)) counted.push_back(std::move(way));
  }
  std::vector<std::vector<size_t>> before;  // by creation: which of `counted` come first
  for (const Creation& creation : CreationsOf(node, moves)) {
    std::vector<size_t>& steps = before.emplace_back();
    for (size_t i = 0; i < counted.size(); ++i) {
      if (ComesFirst(tree_, counted[i], creation.way, /*once=*/false)) steps.push_back(i);
    }
  }
  return HaveOneEach(before, counted.size());
}

// Whether each step back is made at most once for a creation that failed.
bool FinishedCounts::AreTakenBackForFailures(uint32_t node, const Moves& moves) {
  const Summary& summary = *tree_.nodes()[node].summary;
  const std::vector<Creation> creations = CreationsOf(node, moves);
  std::vector<Way> ways;                    // of steps back
  std::vector<std::vector<size_t>> failed;  // for each: which creations it may be for
  for (const SharedAccess* step : moves.taken_back) {
    const Way way = KnownWayToAccess(tree_, node, step->index);
    const Point& at = summary.points[summary.accesses[step->index].point];
    std::vector<size_t> behind;
    for (size_t i = 0; i < creations.size(); ++i) {
      const bool has_failed = absl::c_all_of(creations[i].spawns, [&](uint32_t spawn) {
        return HasFailed(summary, summary.spawns[spawn], at);
      });
      if (has_failed && ComesFirst(tree_, creations[i].way, way, /*once=*/false)) {
        behind.push_back(i);
      }
    }
    const auto same = way.empty() ? ways.end() : absl::c_find(ways, way);
    if (same == ways.end()) {
      ways.push_back(way);
      failed.push_back(std::move(behind));
    } else {
      std::vector<size_t>& before = failed[same - ways.begin()];
      before = IntersectionOf(before, behind);
    }
  }
  return HaveOneEach(failed, creations.size());
}

// Whether there are never more of the threads than that.
bool FinishedCounts::AreAtMost(uint32_t node, const Moves& moves, TermId most) {
  TermTable& terms = tree_.terms();
  const ThreadNode* of_loop = nullptr;
  for (uint32_t n : moves.nodes) {
    const ThreadNode& thread = tree_.nodes()[n];
    if (thread.runs_once) {
      most = terms.AddConstant(most, -1);
      continue;
    }
    const bool is_numbered = tree_.NumberingCounter(n) != kNothing &&
                             terms.term(thread.instance).parts.size() == 1 &&
                             thread.spawns.size() == 1;
    if (of_loop != nullptr || !is_numbered ||
        !IsOncePerTurn(tree_, KnownWayToStart(tree_, node, thread.spawns[0]))) {
      return false;
    }
    of_loop = &thread;
  }
  if (of_loop == nullptr) return terms.ConstantValue(most).value_or(-1) >= 0;
  const auto is_of_turn = [&](AtomId atom) {
    return ContainsSorted(of_loop->of_turn, terms.Of(atom));
  };
  return absl::c_any_of(of_loop->limits, [&](TermId limit) {
    // One that a turn makes anew goes by the same name for the threads of earlier turns.
    if (terms.AnyAtomIn(limit, is_of_turn)) return false;
    return IsNotNegative(terms, terms.Difference(most, limit), {});
  });
}

// Whether nobody is started before the count is set.
bool FinishedCounts::IsSetFirst(uint32_t node, const Moves& moves) {
  if (!moves.set) return true;
  const Way set = KnownWayToAccess(tree_, moves.set->first, moves.set->second);
  const auto comes_first = [&](const Way& way) {
    return ComesFirst(tree_, set, way, /*once=*/true);
  };
  return absl::c_all_of(moves.counted,
                        [&](const SharedAccess* counted) {
                          return comes_first(KnownWayToAccess(tree_, node, counted->index));
                        }) &&
         absl::c_all_of(moves.nodes, [&](uint32_t thread) {
           return absl::c_all_of(tree_.nodes()[thread].spawns, [&](uint32_t spawn) {
             return comes_first(KnownWayToStart(tree_, node, spawn));
           });
         });
}

// Whether the thread may have written there before, so that others can see it.
bool FinishedCounts::MayHaveMoved(const ThreadPoint& point, TermId place) {
  constexpr int64_t kWidest = 16;
  TermTable& terms = tree_.terms();
  return point.announced_any || absl::c_any_of(point.announced, [&](TermId announced) {
           if (tree_.points_to().IsOpen(announced)) return true;
           const std::vector<TermId> targets = tree_.points_to().Resolve(announced);
           return absl::c_any_of(targets, [&](TermId target) {
             if (terms.Base(target) != terms.Base(place)) return false;
             const auto distance = terms.ConstantDifference(target, place);
             return !distance || std::abs(*distance) < kWidest;
           });
         });
}

}  // namespace plait
