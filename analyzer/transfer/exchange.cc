// Atomic read-modify-write operations, and the locks that programs build from them: a word that is
// 0 while it is free and that whoever finds it so makes another number (spin locks, "busy" flags),
// or that is even while it is free and made odd.
#include <algorithm>
#include <optional>
#include <utility>

#include "analyzer/transfer/arithmetic.h"
#include "analyzer/transfer/call.h"
#include "analyzer/transfer/claim.h"
#include "analyzer/transfer/counter.h"
#include "analyzer/transfer/escape.h"
#include "analyzer/transfer/instruction.h"
#include "analyzer/transfer/memory.h"
#include "analyzer/transfer/parity.h"
#include "analyzer/transfer/ring_end.h"
#include "analyzer/transfer/span.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

using ir::Instruction;

// What lies behind so many bytes of it is taken for its neighbour.
constexpr uint32_t kLeastWord = 4;

// Whether who finds a word free so may come after who gave it back. That relaxed operations do not
// is found out where all accesses to the word are known.
bool MayClaim(const Instruction& i) { return i.ordering != ir::Ordering::kRelease; }

void Assign(State* state, const Instruction& i, TermId value) {
  if (i.result != ir::kNoRegister) state->registers[i.result] = value;
}

// Whether what it finds comes with what the other thread did before. A pointer that is the expected
// one was found before.
bool Acquires(const Instruction& i) {
  const bool orders = i.ordering == ir::Ordering::kSeqCst || i.ordering == ir::Ordering::kAcquire ||
                      i.ordering == ir::Ordering::kAcqRel;
  if (i.opcode != ir::Opcode::kCompareExchange) return orders;
  return (orders || i.kind == ir::ValueKind::kPointer) && !i.fails_unordered;
}

// An update may find what another thread wrote without learning what came before.
void RecordFound(Frame& frame, State* state, const Instruction& i, TermId address) {
  if (Acquires(i) || (!ResultMatters(frame) && i.source.base.is_none())) return;
  Access* read = RecordAccess(frame, *state, address, i.width, AccessKind::kRead, true);
  if (read != nullptr) read->is_relaxed = true;
}

// Of a pointer: what it leads to need not be there yet.
void NoteFound(Frame& frame, const Instruction& i, TermId address, TermId old) {
  const AtomId base = frame.terms.Base(old);
  if (!Acquires(i) && base != kNothing) InsertSorted(&frame.loaded_relaxed[base], address);
}

// How far it goes the caller may say; whether all do so by a number above 0 is seen where all are
// known. Signed numbers are rather added to counts that go up and down.
bool MayMoveCounter(const Frame& frame, const Instruction& i, TermId step) {
  const auto constant = frame.terms.ConstantValue(step);
  return constant ? MovesCounter(constant) : !i.is_signed && IsChosen(frame, step);
}

void UpdateState(Frame& frame, State* state, const Instruction& i) {
  const TermId address = AddressOf(frame, *state, i.place);
  const bool is_pointer = i.kind == ir::ValueKind::kPointer;
  const TermId operand = ValueOf(frame, *state, i.a);
  const bool exchanges = i.binary == ir::Binary::kExchange;
  const bool claims = exchanges && MayClaim(i) && IsNonzero(frame, *state, operand);
  RecordWrite(frame, state, i, address, exchanges ? operand : frame.Unknown(is_pointer),
              {.claims = claims});
  RecordFound(frame, state, i, address);
  Acquire(frame, state);
  TermId old = LoadCell(frame, *state, address, i.width, is_pointer);
  NoteFound(frame, i, address, old);
  const bool takes = i.binary == ir::Binary::kAdd && MayMoveCounter(frame, i, operand) &&
                     i.result != ir::kNoRegister && IsReadLater(frame, i.result, false) &&
                     IsSharedWord(frame, *state, i, address);
  if (takes) old = frame.Taken(address, old);
  TermId updated = Evaluate(frame, *state, i.binary, old, operand, i.is_signed, i.width);
  // There is no conversion behind it.
  if (!is_pointer && !exchanges && i.width < 4) updated = Truncated(frame, *state, i, updated);
  StoreCell(frame, state, address, i.width, updated, is_pointer);
  DropFlagLocks(frame, state, address, i.width);
  Assign(state, i, i.new_value ? updated : old);
}

// An exchange for a number that is not 0: either it found 0, and the word is claimed, or not.
void TestAndSet(Frame& frame, State state, const Instruction& i, Disjuncts* after) {
  const TermId address = AddressOf(frame, state, i.place);
  const TermId value = ValueOf(frame, state, i.a);
  RecordWrite(frame, &state, i, address, value, {.claims = true});
  RecordFound(frame, &state, i, address);
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

// What was expected is afterwards what was found, whether it was the same or not.
void StoreFound(Frame& frame, State* state, const Instruction& i, TermId old) {
  if (i.source.base.is_none()) return;
  const TermId expected = AddressOf(frame, *state, i.source);
  if (i.kind == ir::ValueKind::kOther) return HavocCells(frame, state, expected, i.width);
  StoreCell(frame, state, expected, i.width, old, i.kind == ir::ValueKind::kPointer);
}

void CompareExchangeState(Frame& frame, State* state, const Instruction& i) {
  const TermId address = AddressOf(frame, *state, i.place);
  const TermId written = ValueOf(frame, *state, i.a);
  const bool is_pointer = i.kind == ir::ValueKind::kPointer;
  RecordWrite(frame, state, i, address, written, {});
  RecordFound(frame, state, i, address);
  RecordExpected(frame, state, i);
  Acquire(frame, state);
  const TermId old = LoadCell(frame, *state, address, i.width, is_pointer);
  NoteFound(frame, i, address, old);
  StoreFound(frame, state, i, old);
  const bool pointer = is_pointer || frame.terms.Base(written) != kNothing;
  StoreCell(frame, state, address, i.width,
            frame.Choose(Frame::PhiTag::kStore, frame.instruction, {.term = address}, old, written,
                         pointer),
            pointer);
  DropFlagLocks(frame, state, address, i.width);
  // Who succeeds keeps others from it, though nothing is known of such values.
  if (i.kind == ir::ValueKind::kOther && ResultMatters(frame) &&
      IsSharedCell(frame, *state, address)) {
    InsertSorted(&state->gates, Gate{address, FlowGraph::kNone, Gate::kAnySide});
  }
  Assign(state, i, i.result_is_old ? old : frame.Unknown(false));
}

// Whether the number put into the place of another is one of the next.
bool MovesOn(const Frame& frame, const Instruction& i, TermId written, TermId expected) {
  return i.kind == ir::ValueKind::kInteger && !frame.terms.ConstantValue(expected) &&
         MovesCounter(frame.terms.ConstantDifference(written, expected));
}

// Whether it makes an even number an odd one, which it stays until whoever did so makes it even
// again: the sequence number of writers.
bool MakesOdd(Frame& frame, const State& state, const Instruction& i, TermId expected,
              TermId written) {
  return i.kind == ir::ValueKind::kInteger && MayClaim(i) &&
         IsOdd(frame, state, expected, i.width) == false &&
         IsOdd(frame, state, written, i.width) == true;
}

// Success and failure are told apart, and success from 0 claims the word. What pointers are
// compared with is mostly what was loaded from there before, under the same name.
void CompareAndSwap(Frame& frame, State state, const Instruction& i, Disjuncts* after) {
  const bool is_pointer = i.kind == ir::ValueKind::kPointer;
  const TermId address = AddressOf(frame, state, i.place);
  const TermId written = ValueOf(frame, state, i.a);
  const TermId given = ExpectedValue(frame, state, i);
  const TermId expected = IsZero(frame, state, given) ? kZero : given;
  const bool claims =
      MayClaim(i) && !is_pointer && expected == kZero && IsNonzero(frame, state, written);
  const bool replaces = MayClaim(i) && !is_pointer && IsNonzero(frame, state, expected) &&
                        expected != written && IsChosen(frame, expected) &&
                        IsChosen(frame, written) && !HasClaimed(state, address);
  const TermId found = replaces ? expected : static_cast<TermId>(kNothing);
  const bool makes_odd = MakesOdd(frame, state, i, expected, written);
  const bool counts_from_none = !is_pointer && !IsChosen(frame, given) &&
                                frame.terms.ConstantDifference(written, given) == 1 &&
                                RangeOf(frame, state, given).low >= 0;
  RecordWrite(frame, &state, i, address, written,
              {.claims = claims,
               .found = found,
               .makes_odd = makes_odd,
               .counts_from_none = counts_from_none});
  RecordFound(frame, &state, i, address);
  RecordExpected(frame, &state, i);
  Acquire(frame, &state);
  const TermId old = LoadCell(frame, state, address, i.width, is_pointer);
  NoteFound(frame, i, address, old);
  const TermId matches = is_pointer ? frame.Computed({old, expected})
                                    : Compare(frame, state, Relation::kEqual, old, expected);
  State failed = state;
  // Who expects one certain value, and is not the one to claim it, owes it to another thread.
  if (!claims) InsertSorted(&state.gates, Gate{address, FlowGraph::kNone, 2 * frame.instruction});
  if (!claims && frame.terms.ConstantValue(expected)) {
    InsertSorted(&failed.gates, Gate{address, FlowGraph::kNone, 2 * frame.instruction + 1});
  }
  if (Assume(frame, &state, matches, true)) {
    StoreCell(frame, &state, address, i.width, written, is_pointer);
    DropFlagLocks(frame, &state, address, i.width);
    Assign(&state, i, i.result_is_old ? expected : frame.terms.Constant(1));
    if (claims || replaces || makes_odd) TakeFlagLock(frame, &state, address);
    if (counts_from_none) TakeCount(frame, &state, LockMode::kShared, address, address);
    if (claims && RangeOf(frame, state, written).high < 0) {
      TakeCount(frame, &state, LockMode::kExclusive, address, address);
    }
    if (MovesOn(frame, i, written, expected)) TakeNumber(frame, &state, address, expected);
    after->push_back(std::move(state));
  }
  if (i.is_weak || Assume(frame, &failed, matches, false)) {
    StoreFound(frame, &failed, i, old);
    Assign(&failed, i, i.result_is_old ? old : kZero);
    // Who waits for another number than 0 waits for a step rather than for a lock.
    if (!replaces) InsertSorted(&failed.point.contended, address);
    after->push_back(std::move(failed));
  }
}

// The lowest bit is set: either the number was even, and the word is claimed, or not.
void TestAndSetBit(Frame& frame, State state, const Instruction& i, Disjuncts* after) {
  const TermId address = AddressOf(frame, state, i.place);
  RecordWrite(frame, &state, i, address, frame.Unknown(false), {.makes_odd = true});
  RecordFound(frame, &state, i, address);
  Acquire(frame, &state);
  const TermId old = LoadCell(frame, state, address, i.width, false);
  const TermId updated =
      Evaluate(frame, state, i.binary, old, ValueOf(frame, state, i.a), i.is_signed, i.width);
  StoreCell(frame, &state, address, i.width, updated, false);
  Assign(&state, i, old);
  const TermId bit =
      Evaluate(frame, state, ir::Binary::kAnd, old, frame.terms.Constant(1), false, i.width);
  const TermId was_free = Compare(frame, state, Relation::kEqual, bit, kZero);
  State failed = state;
  if (Assume(frame, &state, was_free, true)) {
    TakeFlagLock(frame, &state, address);
    after->push_back(std::move(state));
  }
  if (Assume(frame, &failed, was_free, false)) {
    InsertSorted(&failed.point.contended, address);
    after->push_back(std::move(failed));
  }
}

// Whether what may be touched, if its bounds are known, lies before or behind the word.
bool LiesOutside(TermTable& terms, const Access& touched, TermId word) {
  if (touched.first == kNothing) return false;
  const auto behind = terms.ConstantDifference(touched.first, word);
  const auto before = terms.ConstantDifference(word, touched.end);
  return (behind && *behind >= kLeastWord) || (before && *before >= 0);
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
    const bool sets_bit =
        i.binary == ir::Binary::kOr && !i.new_value && ResultMatters(frame) && MayClaim(i) &&
        states->size() + after.size() < kMaxSplit &&
        frame.terms.ConstantValue(ValueOf(frame, state, i.a)).value_or(0) % 2 != 0 &&
        IsSharedWord(frame, state, i, AddressOf(frame, state, i.place));
    if (sets_bit) {
      TestAndSetBit(frame, std::move(state), i, &after);
    } else if (tests && MayClaim(i) && IsNonzero(frame, state, ValueOf(frame, state, i.a))) {
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
  const bool matters = ResultMatters(frame) || !i.source.base.is_none();
  Disjuncts after;
  for (State& state : *states) {
    const TermId address = AddressOf(frame, state, i.place);
    const bool tests = matters && states->size() + after.size() < kMaxSplit;
    if (tests && i.kind == ir::ValueKind::kPointer && !i.result_is_old &&
        IsSharedCell(frame, state, address)) {
      CompareAndSwap(frame, std::move(state), i, &after);
      continue;
    }
    if (tests && IsSharedWord(frame, state, i, address)) {
      const TermId expected = ExpectedValue(frame, state, i);
      const TermId written = ValueOf(frame, state, i.a);
      if (MovesOn(frame, i, written, expected) || MakesOdd(frame, state, i, expected, written)) {
        CompareAndSwap(frame, std::move(state), i, &after);
        continue;
      }
      if (frame.terms.ConstantValue(expected)) {
        if (expected == kZero) {
          if (auto zero = SplitOffZero(frame, &state, ValueOf(frame, state, i.a))) {
            CompareAndSwap(frame, *std::move(zero), i, &after);
          }
        }
        CompareAndSwap(frame, std::move(state), i, &after);
        continue;
      }
      if (auto free = SplitOffZero(frame, &state, expected)) {
        if (auto zero = SplitOffZero(frame, &*free, ValueOf(frame, *free, i.a))) {
          CompareExchangeState(frame, &*zero, i);
          after.push_back(*std::move(zero));
        }
        CompareAndSwap(frame, *std::move(free), i, &after);
      }
      if (IsChosen(frame, expected) && IsChosen(frame, ValueOf(frame, state, i.a))) {
        CompareAndSwap(frame, std::move(state), i, &after);
        continue;
      }
    }
    CompareExchangeState(frame, &state, i);
    after.push_back(std::move(state));
  }
  *states = std::move(after);
}

void DropFlagLocks(Frame& frame, State* state, TermId address, uint32_t width) {
  Access touched;
  touched.address = address;
  touched.width = width;
  DropFlagLocks(frame, state, touched);
}

void DropFlagLocks(Frame& frame, State* state, const Access& touched) {
  const auto is_touched = [&](TermId word) {
    return !LiesOutside(frame.terms, touched, word) &&
           OverlapOf(frame, *state, word, kLeastWord, touched.address, touched.width) !=
               Overlap::kNever;
  };
  EndTurn(frame, state, is_touched);
  LeaveRingEnds(state, is_touched);
  std::erase_if(state->point.counts,
                [&](const FoundCount& count) { return is_touched(count.cell); });
  std::erase_if(state->point.held, [&](const HeldLock& held) {
    if (held.kind == LockKind::kCount) {
      return is_touched(held.lock) ||
             (held.mode == LockMode::kExclusive && is_touched(held.number));
    }
    return held.kind == LockKind::kFlag && is_touched(held.lock);
  });
}

}  // namespace plait
