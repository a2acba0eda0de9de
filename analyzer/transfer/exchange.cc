// Atomic read-modify-write operations, and the locks that programs build from them: a word that is
// 0 while it is free and that whoever finds it so makes another number (spin locks, "busy" flags,
// and variables tested and set in one critical section).
#include <algorithm>
#include <optional>
#include <utility>

#include "analyzer/transfer/arithmetic.h"
#include "analyzer/transfer/call.h"
#include "analyzer/transfer/instruction.h"
#include "analyzer/transfer/memory.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

using ir::Instruction;

constexpr size_t kMaxSplit = 2 * kMaxDisjuncts;  // states of a block; more are not told apart

// A number in one definite place that other threads can see.
bool IsSharedWord(const Frame& frame, const State& state, const Instruction& i, TermId address) {
  const AtomId base = frame.terms.Base(address);
  return i.kind == ir::ValueKind::kInteger && base != kNothing && !frame.terms.IsAny(address) &&
         !IsPrivate(frame, state, base) && frame.MayBeConcurrent(state);
}

bool IsNonzero(const Frame& frame, const State& state, TermId value) {
  const Range range = RangeOf(frame, state, value);
  return range.nonzero || range.low > 0 || range.high < 0;
}

// Where callers choose the number that is to be put into a word, the one that claims nothing, 0, is
// told apart from the others: the state in which it is 0, if there is one. `state` is the other.
std::optional<State> SplitOffZero(Frame& frame, State* state, TermId value) {
  if (!frame.terms.MentionsKind(value, AtomKind::kFormal)) return std::nullopt;
  const TermId is_zero = Compare(frame, *state, Relation::kEqual, value, kZero);
  if (frame.terms.term(is_zero).is_constant()) return std::nullopt;
  State zero = *state;
  if (!Assume(frame, &zero, is_zero, true) || !Assume(frame, state, is_zero, false)) {
    return std::nullopt;
  }
  return zero;
}

void TakeFlagLock(Frame& frame, State* state, TermId address) {
  HeldLock lock;
  lock.lock = address;
  lock.kind = LockKind::kFlag;
  lock.acquired = frame.instruction;
  TakeLock(frame, state, lock);
}

void Assign(State* state, const Instruction& i, TermId value) {
  if (i.result != ir::kNoRegister) state->registers[i.result] = value;
}

void UpdateState(Frame& frame, State* state, const Instruction& i) {
  const TermId address = AddressOf(frame, *state, i.place);
  const bool is_pointer = i.kind == ir::ValueKind::kPointer;
  const TermId operand = ValueOf(frame, *state, i.a);
  const bool exchanges = i.binary == ir::Binary::kExchange;
  const bool claims = exchanges && IsNonzero(frame, *state, operand);
  RecordWrite(frame, state, i, address, exchanges ? operand : frame.Unknown(is_pointer), claims);
  Acquire(frame, state);
  const TermId old = LoadCell(frame, *state, address, i.width, is_pointer);
  const TermId updated = Evaluate(frame, *state, i.binary, old, operand, i.is_signed, i.width);
  StoreCell(frame, state, address, i.width, updated, is_pointer);
  DropFlagLocks(frame, state, address);
  Assign(state, i, i.new_value ? updated : old);
}

// An exchange for a number that is not 0: either it found 0, and the word is claimed, or not.
void TestAndSet(Frame& frame, State state, const Instruction& i, Disjuncts* after) {
  const TermId address = AddressOf(frame, state, i.place);
  const TermId value = ValueOf(frame, state, i.a);
  RecordWrite(frame, &state, i, address, value, /*claims=*/true);
  Acquire(frame, &state);
  const TermId old = LoadCell(frame, state, address, i.width, false);
  StoreCell(frame, &state, address, i.width, value, false);
  const TermId was_free = Compare(frame, state, Relation::kEqual, old, kZero);
  State failed = state;
  if (Assume(frame, &state, was_free, true)) {
    Assign(&state, i, kZero);
    TakeFlagLock(frame, &state, address);
    after->push_back(std::move(state));
  }
  if (Assume(frame, &failed, was_free, false)) {
    Assign(&failed, i, old);
    InsertSorted(&failed.point.contended, address);
    after->push_back(std::move(failed));
  }
}

// What a compare-and-exchange compares with.
TermId ExpectedValue(Frame& frame, const State& state, const Instruction& i) {
  if (i.source.base.is_none()) return ValueOf(frame, state, i.b);
  return LoadCell(frame, state, AddressOf(frame, state, i.source), i.width,
                  i.kind == ir::ValueKind::kPointer);
}

void RecordExpected(Frame& frame, State* state, const Instruction& i) {
  if (i.source.base.is_none()) return;
  const TermId expected = AddressOf(frame, *state, i.source);
  RecordAccess(frame, *state, expected, i.width, AccessKind::kRead, false);
  RecordAccess(frame, *state, expected, i.width, AccessKind::kWrite, false);  // on failure
}

void CompareExchangeState(Frame& frame, State* state, const Instruction& i) {
  const TermId address = AddressOf(frame, *state, i.place);
  const TermId written = ValueOf(frame, *state, i.a);
  const bool is_pointer = i.kind == ir::ValueKind::kPointer;
  RecordWrite(frame, state, i, address, written, /*claims=*/false);
  RecordExpected(frame, state, i);
  Acquire(frame, state);
  const TermId old = LoadCell(frame, *state, address, i.width, is_pointer);
  if (!i.source.base.is_none()) {
    HavocCells(frame, state, AddressOf(frame, *state, i.source), i.width);
  }
  const bool pointer = is_pointer || frame.terms.Base(written) != kNothing;
  StoreCell(frame, state, address, i.width,
            frame.Choose(Frame::PhiTag::kStore, frame.instruction, address, old, written, pointer),
            pointer);
  DropFlagLocks(frame, state, address);
  Assign(state, i, i.result_is_old ? old : frame.Unknown(false));
}

// Numbers: success and failure are told apart, and success from 0 claims the word.
void CompareAndSwap(Frame& frame, State state, const Instruction& i, Disjuncts* after) {
  const TermId address = AddressOf(frame, state, i.place);
  const TermId written = ValueOf(frame, state, i.a);
  const TermId expected = ExpectedValue(frame, state, i);
  const bool claims = expected == kZero && IsNonzero(frame, state, written);
  RecordWrite(frame, &state, i, address, written, claims);
  RecordExpected(frame, &state, i);
  Acquire(frame, &state);
  const TermId old = LoadCell(frame, state, address, i.width, false);
  const TermId matches = Compare(frame, state, Relation::kEqual, old, expected);
  State failed = state;
  if (Assume(frame, &state, matches, true)) {
    StoreCell(frame, &state, address, i.width, written, false);
    DropFlagLocks(frame, &state, address);
    Assign(&state, i, i.result_is_old ? expected : frame.terms.Constant(1));
    if (claims) TakeFlagLock(frame, &state, address);
    after->push_back(std::move(state));
  }
  if (Assume(frame, &failed, matches, false)) {
    if (!i.source.base.is_none()) {
      HavocCells(frame, &failed, AddressOf(frame, failed, i.source), i.width);
    }
    Assign(&failed, i, i.result_is_old ? old : kZero);
    InsertSorted(&failed.point.contended, address);
    after->push_back(std::move(failed));
  }
}

}  // namespace

void TransferAtomicUpdate(Frame& frame, Disjuncts* states) {
  const Instruction& i = *frame.current;
  Disjuncts after;
  for (State& state : *states) {
    const bool tests = i.binary == ir::Binary::kExchange && !i.new_value && ResultMatters(frame) &&
                       states->size() + after.size() < kMaxSplit &&
                       IsSharedWord(frame, state, i, AddressOf(frame, state, i.place));
    if (tests) {
      if (auto zero = SplitOffZero(frame, &state, ValueOf(frame, state, i.a))) {
        UpdateState(frame, &*zero, i);
        after.push_back(*std::move(zero));
      }
    }
    if (tests && IsNonzero(frame, state, ValueOf(frame, state, i.a))) {
      TestAndSet(frame, std::move(state), i, &after);
    } else {
      UpdateState(frame, &state, i);
      after.push_back(std::move(state));
    }
  }
  *states = std::move(after);
}

void TransferCompareExchange(Frame& frame, Disjuncts* states) {
  const Instruction& i = *frame.current;
  Disjuncts after;
  for (State& state : *states) {
    const bool tests = ResultMatters(frame) && states->size() + after.size() < kMaxSplit &&
                       IsSharedWord(frame, state, i, AddressOf(frame, state, i.place)) &&
                       frame.terms.ConstantValue(ExpectedValue(frame, state, i)).has_value();
    if (tests) {
      if (ExpectedValue(frame, state, i) == kZero) {
        if (auto zero = SplitOffZero(frame, &state, ValueOf(frame, state, i.a))) {
          CompareAndSwap(frame, *std::move(zero), i, &after);
        }
      }
      CompareAndSwap(frame, std::move(state), i, &after);
    } else {
      CompareExchangeState(frame, &state, i);
      after.push_back(std::move(state));
    }
  }
  *states = std::move(after);
}

bool IsInCriticalSection(const Frame& frame, const State& state) {
  return frame.is_atomic_body ||
         std::any_of(state.point.held.begin(), state.point.held.end(), [](const HeldLock& held) {
           return held.certain && (held.kind == LockKind::kLock || held.kind == LockKind::kAtomic);
         });
}

bool ClaimsWord(Frame& frame, const State& state, const Instruction& i, TermId address,
                TermId value) {
  if (!IsNonzero(frame, state, value) || !IsInCriticalSection(frame, state) ||
      !IsSharedWord(frame, state, i, address)) {
    return false;
  }
  const Range range = RangeOf(frame, state, LoadCell(frame, state, address, i.width, false));
  return range.low == 0 && range.high == 0;
}

void StoreToWord(Frame& frame, State* state, TermId address, bool claims) {
  DropFlagLocks(frame, state, address);
  if (claims) TakeFlagLock(frame, state, address);
}

void DropFlagLocks(Frame& frame, State* state, TermId address) {
  std::erase_if(state->point.held, [&](const HeldLock& held) {
    constexpr uint32_t kWord = 8;
    return held.kind == LockKind::kFlag &&
           OverlapOf(frame, *state, held.lock, kWord, address, kWord) != Overlap::kNever;
  });
}

}  // namespace plait
