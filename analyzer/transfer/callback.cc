#include "analyzer/transfer/callback.h"

#include <algorithm>

#include "absl/algorithm/container.h"
#include "analyzer/transfer/join_point.h"
#include "analyzer/transfer/memory.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

bool Has(const std::vector<HeldLock>& held, const HeldLock& lock) {
  return absl::c_any_of(held, [&](const HeldLock& known) {
    return known.lock == lock.lock && known.kind == lock.kind && known.mode == lock.mode &&
           known.depth == lock.depth && known.certain >= lock.certain;
  });
}

}  // namespace

CallbackEffects EffectsOf(const State& before, const std::vector<Outcome>& after) {
  CallbackEffects effects;
  const Point& was = before.point;
  for (const Outcome& outcome : after) {
    const State& state = outcome.state;
    const Point& is = state.point;
    for (const ThreadRange& range : is.live) {
      if (!absl::c_linear_search(was.live, range)) effects.started.push_back(range);
    }
    effects.joins |= is.joined != was.joined || is.joined_handles != was.joined_handles ||
                     is.joined_unknown != was.joined_unknown ||
                     is.joined_on_some != was.joined_on_some;
    for (const HeldLock& lock : is.held) {
      if (!Has(was.held, lock)) effects.taken.push_back(lock);
    }
    for (const HeldLock& lock : was.held) {
      if (!Has(is.held, lock)) effects.given_back.push_back(lock);
    }
    for (TermId lock : is.released) {
      if (!ContainsSorted(was.released, lock)) effects.given_back.push_back({lock});
    }
    for (TermId posted : is.posted) {
      if (!ContainsSorted(was.posted, posted)) InsertSorted(&effects.posted, posted);
    }
    for (const Cell& cell : state.cells) {
      if (!absl::c_linear_search(before.cells, cell)) effects.written.push_back(cell);
    }
    effects.escaped = UnionOf(effects.escaped, state.escaped);
    effects.shared = UnionOf(effects.shared, state.shared);
  }
  return effects;
}

void MayHave(Frame& frame, const CallbackEffects& effects, State* state) {
  Point& point = state->point;
  for (ThreadRange range : effects.started) {
    range.certain = false;
    AddLive(frame, &point, range);
  }
  if (effects.joins) {
    point.joined_unknown = true;
    for (ThreadRange& range : point.live) {
      range.certain = false;
      range.ended_somewhere = true;
    }
    SortUnique(&point.live);
  }
  point.posted = UnionOf(point.posted, effects.posted);
  BoundPosted(frame.terms, &point);
  for (const HeldLock& lock : effects.given_back) {
    for (HeldLock& held : point.held) {
      if (OverlapOf(frame, *state, held.lock, 1, lock.lock, 1) == Overlap::kNever) continue;
      held.certain = held.unless_failed = false;
    }
    NoteReleased(frame, lock.lock, state);
  }
  for (HeldLock lock : effects.taken) {
    const bool is_known = absl::c_any_of(point.held, [&](const HeldLock& held) {
      return held.lock == lock.lock && held.kind == lock.kind;
    });
    lock.certain = lock.unless_failed = false;
    if (!is_known) InsertSorted(&point.held, lock);
  }
  SortUnique(&point.held);
  for (const Cell& cell : effects.written) {
    // A pointer that nothing is known of would lead nowhere in who is handed the memory.
    if (cell.is_pointer && !cell.is_region() && frame.terms.Base(cell.value) != kNothing) {
      const TermId before = LoadCell(frame, *state, cell.address, cell.width, true);
      const TermId either =
          frame.Choose(Frame::PhiTag::kStore, frame.instruction,
                       {.term = cell.address, .other = cell.value}, before, cell.value, true);
      // That others can see it was noted as the function was followed.
      WriteCell(frame, state, cell.address, cell.width, either, true);
    } else {
      HavocCells(frame, state, cell.address, cell.width);
    }
  }
  state->escaped = UnionOf(state->escaped, effects.escaped);
  state->shared = UnionOf(state->shared, effects.shared);
  if (effects.changes_threads() || effects.changes_locks()) Acquire(frame, state);
}

}  // namespace plait
