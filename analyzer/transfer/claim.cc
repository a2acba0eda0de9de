#include "analyzer/transfer/claim.h"

#include <algorithm>
#include <utility>

#include "analyzer/transfer/arithmetic.h"
#include "analyzer/transfer/call.h"
#include "analyzer/transfer/escape.h"
#include "analyzer/transfer/instruction.h"
#include "analyzer/transfer/memory.h"
#include "summaries/sorted_sets.h"

namespace plait {

bool IsSharedCell(const Frame& frame, const State& state, TermId address) {
  const AtomId base = frame.terms.Base(address);
  return base != kNothing && !frame.terms.IsAny(address) && !IsPrivate(frame, state, base) &&
         frame.MayBeConcurrent(state);
}

bool IsSharedWord(const Frame& frame, const State& state, const ir::Instruction& i,
                  TermId address) {
  return i.kind == ir::ValueKind::kInteger && IsSharedCell(frame, state, address) &&
         !IsOfThread(frame, frame.terms.Base(address));
}

bool IsNonzero(const Frame& frame, const State& state, TermId value) {
  const Range range = RangeOf(frame, state, value);
  return range.nonzero || range.low > 0 || range.high < 0;
}

bool IsZero(const Frame& frame, const State& state, TermId value) {
  const Range range = RangeOf(frame, state, value);
  return range.low == 0 && range.high == 0;
}

bool IsChosen(const Frame& frame, TermId number) {
  const Term& term = frame.terms.term(number);
  return term.is_constant() || (term.constant == 0 && term.parts.size() == 1 &&
                                frame.terms.atom(term.parts[0].atom).kind == AtomKind::kFormal);
}

std::optional<State> SplitOffZero(Frame& frame, State* state, TermId value) {
  if (!frame.terms.MentionsKind(value, AtomKind::kFormal)) return std::nullopt;
  const TermId is_zero = Compare(frame, *state, Relation::kEqual, value, kZero);
  if (frame.terms.term(is_zero).is_constant()) return std::nullopt;
  State zero = *state;
  if (!Assume(frame, &zero, is_zero, true) || !Assume(frame, state, is_zero, false)) {
    return std::nullopt;
  }
  InsertSorted(&frame.told_apart, frame.terms.term(is_zero).parts[0].atom);
  return zero;
}

void NoteClaimedAgain(const HeldLock& lock, Point* point) {
  if (lock.kind != LockKind::kFlag || !lock.certain) return;
  const bool is_held =
      std::any_of(point->held.begin(), point->held.end(), [&](const HeldLock& held) {
        return held.certain && held.kind == lock.kind && held.lock == lock.lock;
      });
  if (is_held) InsertSorted(&point->changes, lock.lock);
}

void TakeFlagLock(Frame& frame, State* state, TermId address) {
  HeldLock lock;
  lock.lock = address;
  lock.kind = LockKind::kFlag;
  lock.acquired = frame.instruction;
  NoteClaimedAgain(lock, &state->point);
  TakeLock(frame, state, lock);
}

void TakeCount(Frame& frame, State* state, LockMode mode, TermId count, TermId word) {
  HeldLock lock;
  lock.kind = LockKind::kCount;
  lock.mode = mode;
  lock.lock = count;
  lock.number = word;
  lock.acquired = frame.instruction;
  InsertSorted(&state->point.held, lock);
}

bool HasClaimed(const State& state, TermId word) {
  return std::any_of(state.point.held.begin(), state.point.held.end(), [&](const HeldLock& held) {
    return held.kind == LockKind::kFlag && held.lock == word;
  });
}

}  // namespace plait
