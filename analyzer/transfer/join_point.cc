#include "analyzer/transfer/join_point.h"

#include <algorithm>

#include "absl/algorithm/container.h"
#include "analyzer/transfer/arrivals.h"
#include "analyzer/transfer/joined_elements.h"
#include "analyzer/transfer/memory.h"
#include "analyzer/transfer/row_locks.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

// Those that are not certain exclude nobody.
void DropUncertainCounts(std::vector<HeldLock>* held) {
  std::erase_if(
      *held, [](const HeldLock& lock) { return lock.kind == LockKind::kCount && !lock.certain; });
}

// `turn`: at the head of a loop, the counter that a row of locks is as long as that the turns took,
// which at the entry is none; else kNothing.
void JoinLocks(std::vector<HeldLock>* held, const std::vector<HeldLock>& other, TermId turn) {
  std::vector<HeldLock> result;
  auto find = [](const std::vector<HeldLock>& set, const HeldLock& lock) -> const HeldLock* {
    for (const HeldLock& l : set) {
      if (l.lock == lock.lock && l.kind == lock.kind && l.number == lock.number) return &l;
    }
    return nullptr;
  };
  for (HeldLock lock : *held) {
    const HeldLock* match = find(other, lock);
    if (match == nullptr) {
      lock.certain = lock.unless_failed = false;
    } else {
      lock.unless_failed = lock.certain_unless_failed() && match->certain_unless_failed() &&
                           !(lock.certain && match->certain);
      lock.certain = lock.certain && match->certain;
      lock.is_doubtful |= match->is_doubtful;
      lock.mode = std::min(lock.mode, match->mode);
      lock.may_be_deeper |= match->may_be_deeper || lock.depth != match->depth;
      lock.depth = std::min(lock.depth, match->depth);
      lock.acquired = std::min(lock.acquired, match->acquired);
    }
    InsertSorted(&result, lock);
  }
  for (HeldLock lock : other) {
    if (find(*held, lock) != nullptr) continue;
    const bool is_vacuous = lock.kind == LockKind::kRow && turn != kNothing && lock.number == turn;
    lock.certain &= is_vacuous;
    lock.unless_failed = false;
    InsertSorted(&result, lock);
  }
  DropUncertainCounts(&result);
  DropLostRows(&result);
  *held = std::move(result);
}

// Locks of the caller that may have been given back. One that was taken again on one way, and on
// the other is as the caller had it, is held if the caller held it.
std::vector<TermId> JoinReleased(const Point& a, const Point& b) {
  const auto holds = [](const Point& point, TermId lock) {
    return absl::c_any_of(point.held, [&](const HeldLock& held) {
      return held.lock == lock && held.certain && held.mode == LockMode::kExclusive;
    });
  };
  std::vector<TermId> result = UnionOf(a.released, b.released);
  std::erase_if(result, [&](TermId lock) {
    const bool in_a = ContainsSorted(a.released, lock), in_b = ContainsSorted(b.released, lock);
    return (in_a && !in_b && holds(a, lock) && !holds(b, lock)) ||
           (in_b && !in_a && holds(b, lock) && !holds(a, lock));
  });
  return result;
}

void AddRange(Frame& frame, std::vector<ThreadRange>* set, ThreadRange range, bool may) {
  TermTable& terms = frame.terms;
  for (size_t i = 0; i < set->size(); ++i) {
    ThreadRange& old = (*set)[i];
    if (old.token != range.token) continue;
    old.certain &= range.certain;
    old.ended_somewhere &= range.ended_somewhere;
    if (old.low == range.low && old.high == range.high) return;
    if (old.high == range.low) {
      old.high = range.high;
    } else if (range.high == old.low) {
      old.low = range.low;
    } else if (may) {
      old.low = old.high = terms.Any();
    } else {
      continue;
    }
    std::sort(set->begin(), set->end());
    return;
  }
  InsertSorted(set, range);
}

// Ranges of both; of the same token with other bounds, one that covers both, or an unknown one.
std::vector<ThreadRange> JoinLive(Frame& frame, bool back_edge, uint32_t block,
                                  std::vector<ThreadRange> a, const std::vector<ThreadRange>& b) {
  const AtomId iteration = frame.IterationOf(block);
  std::vector<ThreadRange> result = std::move(a);
  // Around a loop, threads that the entry knows nothing of are those of earlier turns.
  const auto has = [](const std::vector<ThreadRange>& ranges, AtomId token) {
    return std::any_of(ranges.begin(), ranges.end(),
                       [&](const ThreadRange& range) { return range.token == token; });
  };
  for (ThreadRange& range : result)
    range.certain = range.certain && (back_edge || has(b, range.token));
  std::vector<ThreadRange> others = b;
  for (ThreadRange& range : others) {
    range.certain = range.certain && (back_edge || has(result, range.token));
  }
  for (const ThreadRange& range : others) {
    auto same = std::find_if(result.begin(), result.end(),
                             [&](const ThreadRange& r) { return r.token == range.token; });
    if (same == result.end()) {
      InsertSorted(&result, range);
    } else if (!(*same == range)) {
      // At a head, [0, iteration) covers the entry's empty range and whatever came around.
      const bool covers = back_edge && frame.terms.Mentions(range.high, iteration) &&
                          same->low == range.low && same->high == range.low;
      if (covers) {
        *same = range;
      } else {
        same->certain &= range.certain;
        same->ended_somewhere |= range.ended_somewhere;
        const auto more = frame.terms.ConstantDifference(range.high, same->high);
        if (!back_edge && same->low == range.low && more) {
          // The last ones were started on one of the ways only, as where that may fail.
          same->certain &= *more == 0;
          if (*more > 0) same->high = range.high;
        } else if (same->low != range.low || same->high != range.high) {
          same->low = same->high = frame.terms.Any();
        }
      }
      std::sort(result.begin(), result.end());
    }
  }
  return result;
}

// Of a thread that runs on one of two ways and was joined on the other, both are known.
void NoteEnded(const std::vector<ThreadRange>& live, const std::vector<ThreadRange>& joined,
               const std::vector<ThreadRange>& other_live,
               const std::vector<ThreadRange>& other_joined, std::vector<ThreadRange>* merged) {
  const auto has = [](const std::vector<ThreadRange>& ranges, AtomId token) {
    return std::any_of(ranges.begin(), ranges.end(),
                       [&](const ThreadRange& range) { return range.token == token; });
  };
  for (ThreadRange& range : *merged) {
    range.ended_somewhere |= (has(joined, range.token) && !has(live, range.token)) ||
                             (has(other_joined, range.token) && !has(other_live, range.token));
  }
  std::sort(merged->begin(), merged->end());
}

// Of threads that have ended on some ways, and are not known of otherwise, only that is known.
void NoteStarted(TermTable& terms, const std::vector<ThreadRange>& joined, Point* merged) {
  for (const ThreadRange& range : joined) {
    if (terms.atom(range.token).kind != AtomKind::kThread) continue;
    const auto is_of_token = [&](const ThreadRange& r) { return r.token == range.token; };
    if (absl::c_none_of(merged->joined, is_of_token) &&
        absl::c_none_of(merged->live, is_of_token)) {
      InsertSorted(&merged->posted, terms.Of(range.token));
    }
  }
}

// A range [0, iteration) around a loop holds at the entry too, where it is empty.
template <typename T, typename Mentions>
std::vector<T> JoinMust(bool back_edge, const std::vector<T>& a, const std::vector<T>& b,
                        Mentions empty_at_entry) {
  std::vector<T> result = IntersectionOf(a, b);
  if (!back_edge) return result;
  for (const T& element : b) {
    if (empty_at_entry(element)) InsertSorted(&result, element);
  }
  return result;
}

}  // namespace

void JoinPoints(Frame& frame, uint32_t block, bool back_edge, Point* a, const Point& b) {
  a->released = JoinReleased(*a, b);
  JoinLocks(&a->held, b.held,
            back_edge ? frame.terms.Of(frame.IterationOf(block)) : static_cast<TermId>(kNothing));
  const std::vector<ThreadRange> live_before = a->live;
  a->live = JoinLive(frame, back_edge, block, std::move(a->live), b.live);
  NoteEnded(live_before, a->joined, b.live, b.joined, &a->live);
  const std::vector<ThreadRange> joined_before = a->joined;
  const AtomId iteration = frame.IterationOf(block);
  const auto elements_in = [&](const std::vector<ThreadRange>& ranges) {
    return absl::c_count_if(ranges,
                            [&](const ThreadRange& r) { return AreElements(frame.terms, r); });
  };
  const auto most = std::max(elements_in(a->joined), elements_in(b.joined));
  a->joined = JoinMust(back_edge, a->joined, b.joined, [&](const ThreadRange& r) {
    return frame.terms.Subtract(r.high, r.low) == frame.terms.Of(iteration);
  });
  NoteStarted(frame.terms, joined_before, a);
  NoteStarted(frame.terms, b.joined, a);
  a->joined_unknown |= elements_in(a->joined) < most;
  // Whoever knows the handle may not know that it was waited for on some ways only.
  a->joined_on_some |= b.joined_on_some || a->joined_handles != b.joined_handles;
  a->is_in_child &= b.is_in_child;
  a->joined_handles = IntersectionOf(a->joined_handles, b.joined_handles);
  a->waited = IntersectionOf(a->waited, b.waited);
  a->posted = UnionOf(a->posted, b.posted);
  BoundPosted(frame.terms, a);
  a->asked = IntersectionOf(a->asked, b.asked);
  // Who comes last to a barrier of the program's own making wakes those who wait.
  a->met = IntersectionOf(UnionOf(a->met, b.met), a->asked);
  a->changes = IntersectionOf(a->changes, b.changes);
  a->foreign = IntersectionOf(a->foreign, b.foreign);
  a->joined_unknown |= b.joined_unknown;
  a->observed = IntersectionOf(a->observed, b.observed);
  a->announced = UnionOf(a->announced, b.announced);
  a->announced_any |= b.announced_any;
  a->contended = IntersectionOf(a->contended, b.contended);
  a->ends = IntersectionOf(a->ends, b.ends);
  a->counts = IntersectionOf(a->counts, b.counts);
  JoinArrivals(frame, block, back_edge, &a->arrivals, b.arrivals);
  BoundAnnounced(a);
}

void AddLive(Frame& frame, Point* point, ThreadRange range) {
  AddRange(frame, &point->live, range, /*may=*/true);
}

void AddJoined(Frame& frame, Point* point, ThreadRange range) {
  for (uint32_t head = frame.graph.LoopOf(frame.block); head != FlowGraph::kNone;
       head = frame.graph.OuterLoop(head)) {
    frame.joined_in.insert({head, range.token});
  }
  AddRange(frame, &point->joined, range, /*may=*/false);
  std::vector<ThreadRange> all = point->joined;
  all.push_back(range);
  for (ThreadRange& live : point->live) {
    if (live.token == range.token && frame.terms.IsAny(live.low)) {  // perhaps it was all of them
      live.certain = false;
      live.ended_somewhere = true;
    }
  }
  for (const ThreadRange& joined : all) {
    if (joined.token != range.token) continue;
    std::erase_if(point->live, [&](const ThreadRange& live) {
      if (live.token != joined.token || frame.terms.IsAny(live.low)) return false;
      if (live.low == joined.low && live.high == joined.high) return true;
      const auto low = frame.terms.ConstantDifference(live.low, joined.low);
      const auto high = frame.terms.ConstantDifference(joined.high, live.high);
      return low && *low >= 0 && high && *high >= 0;
    });
  }
}

PointId JoinedPoint(Frame& frame, PointId a, PointId b) {
  Point joined = frame.summary.points[a];
  const Point other = frame.summary.points[b];
  JoinPoints(frame, frame.block, /*back_edge=*/false, &joined, other);
  joined.gates = IntersectionOf(joined.gates, other.gates);
  joined.conditions = IntersectionOf(joined.conditions, other.conditions);
  return frame.InternPoint({}, {}, &joined);
}

void AddThreadEnd(Frame& frame, PointId point, TermId result) {
  constexpr int kMaxEnds = 8;
  Exit* last = nullptr;
  int ends = 0;
  for (Exit& exit : frame.summary.exits) {
    if (!exit.ends_thread) continue;
    if (exit.point == point && exit.has_result == (result != kNothing) &&
        (!exit.has_result || exit.result == result)) {
      return;
    }
    last = &exit;
    ++ends;
  }
  if (ends == kMaxEnds) {
    last->point = JoinedPoint(frame, last->point, point);
    if (result != kNothing && (!last->has_result || last->result != result)) {
      last->result = frame.Unknown(/*is_pointer=*/true);
      last->has_result = true;
    }
    return;
  }
  Exit end;
  end.point = point;
  end.ends_thread = true;
  end.has_result = result != kNothing;
  if (end.has_result) end.result = result;
  frame.summary.exits.push_back(std::move(end));
}

void EnterChild(Point* point) {
  point->is_in_child = true;
  point->live.clear();
}

}  // namespace plait
