// Atomic read-modify-write operations, and the locks that programs build from them: a word that is
// 0 while it is free and that whoever finds it so makes another number (spin locks, "busy" flags,
// and variables tested and set in one critical section), or from a number that is 1 while it is
// free.
#include <algorithm>
#include <optional>
#include <utility>

#include "analyzer/transfer/arithmetic.h"
#include "analyzer/transfer/call.h"
#include "analyzer/transfer/counter.h"
#include "analyzer/transfer/escape.h"
#include "analyzer/transfer/instruction.h"
#include "analyzer/transfer/memory.h"
#include "analyzer/transfer/ring_end.h"
#include "analyzer/transfer/span.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

using ir::Instruction;

constexpr size_t kMaxSplit = 2 * kMaxDisjuncts;  // states of a block; more are not told apart
// What lies behind so many bytes of it is taken for its neighbour.
constexpr uint32_t kLeastWord = 4;

// One definite place that other threads can see.
bool IsSharedCell(const Frame& frame, const State& state, TermId address) {
  const AtomId base = frame.terms.Base(address);
  return base != kNothing && !frame.terms.IsAny(address) && !IsPrivate(frame, state, base) &&
         frame.MayBeConcurrent(state);
}

bool IsSharedWord(const Frame& frame, const State& state, const Instruction& i, TermId address) {
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

// Where callers choose the number that is to be put into a word or that it is to hold, 0 is told
// apart from the others: the state in which it is 0, if there is one. `state` is the other.
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

}  // namespace

void NoteClaimedAgain(const HeldLock& lock, Point* point) {
  if (lock.kind != LockKind::kFlag || !lock.certain) return;
  const bool is_held =
      std::any_of(point->held.begin(), point->held.end(), [&](const HeldLock& held) {
        return held.certain && held.kind == lock.kind && held.lock == lock.lock;
      });
  if (is_held) InsertSorted(&point->changes, lock.lock);
}

namespace {

void TakeFlagLock(Frame& frame, State* state, TermId address) {
  HeldLock lock;
  lock.lock = address;
  lock.kind = LockKind::kFlag;
  lock.acquired = frame.instruction;
  NoteClaimedAgain(lock, &state->point);
  TakeLock(frame, state, lock);
}

// Whether who finds a word free so may come after who gave it back. That relaxed operations do not
// is found out where all accesses to the word are known.
bool MayClaim(const Instruction& i) { return i.ordering != ir::Ordering::kRelease; }

// Whether the thread has claimed the word, and not given it back.
bool HasClaimed(const State& state, TermId word) {
  return std::any_of(state.point.held.begin(), state.point.held.end(), [&](const HeldLock& held) {
    return held.kind == LockKind::kFlag && held.lock == word;
  });
}

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

// Whether it is a constant, or a number that the caller chooses.
bool IsChosen(const Frame& frame, TermId number) {
  const Term& term = frame.terms.term(number);
  return term.is_constant() || (term.constant == 0 && term.parts.size() == 1 &&
                                frame.terms.atom(term.parts[0].atom).kind == AtomKind::kFormal);
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
  RecordWrite(frame, state, i, address, exchanges ? operand : frame.Unknown(is_pointer), claims);
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
  RecordWrite(frame, &state, i, address, value, /*claims=*/true);
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
  RecordWrite(frame, state, i, address, written, /*claims=*/false);
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
  RecordWrite(frame, &state, i, address, written, claims, found);
  RecordFound(frame, &state, i, address);
  RecordExpected(frame, &state, i);
  Acquire(frame, &state);
  const TermId old = LoadCell(frame, state, address, i.width, is_pointer);
  NoteFound(frame, i, address, old);
  const TermId matches = is_pointer ? frame.Computed({old, expected})
                                    : Compare(frame, state, Relation::kEqual, old, expected);
  State failed = state;
  // Who expects one certain value, and is not the one to claim it, owes it to another thread.
  if (!claims && frame.terms.ConstantValue(expected)) {
    InsertSorted(&state.gates, Gate{address, FlowGraph::kNone, 2 * frame.instruction});
    InsertSorted(&failed.gates, Gate{address, FlowGraph::kNone, 2 * frame.instruction + 1});
  }
  if (Assume(frame, &state, matches, true)) {
    StoreCell(frame, &state, address, i.width, written, is_pointer);
    DropFlagLocks(frame, &state, address, i.width);
    Assign(&state, i, i.result_is_old ? expected : frame.terms.Constant(1));
    if (claims || replaces) TakeFlagLock(frame, &state, address);
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

// What a branch in this critical section has found the number to be equal to, if that is the
// caller's choice.
TermId InputEqualTo(Frame& frame, const State& state, TermId value) {
  for (const Fact& fact : state.facts) {
    const Atom comparison = frame.terms.atom(fact.atom);
    if (comparison.kind != AtomKind::kComparison || fact.range.low != 1 ||
        static_cast<Relation>(comparison.index) != Relation::kEqual) {
      continue;
    }
    for (const TermId input : {frame.terms.Subtract(value, comparison.argument),
                               frame.terms.Add(value, comparison.argument)}) {
      const Term& term = frame.terms.term(input);
      if (term.parts.size() == 1 &&
          frame.terms.atom(term.parts[0].atom).kind == AtomKind::kFormal) {
        return input;
      }
    }
  }
  return kNothing;
}

// Whether the procedure has the value at hand, to look at it later.
bool IsKept(const Frame& frame, const State& state, TermId value) {
  const Term& term = frame.terms.term(value);
  if (term.parts.size() != 1) return false;
  auto mentions = [&](TermId other) {
    return other != kNothing && frame.terms.Mentions(other, term.parts[0].atom);
  };
  for (size_t r = 0; r < state.registers.size(); ++r) {
    if (frame.decisive_registers[r] && mentions(state.registers[r])) return true;
  }
  return std::any_of(state.cells.begin(), state.cells.end(),
                     [&](const Cell& cell) { return mentions(cell.value); });
}

// Whether, in a critical section, 1 is taken from a number that was found not to be 0: what waiting
// for a semaphore is. Where only so it is taken from, and it starts at 1, it is never less than 0.
bool TakesUnit(Frame& frame, const State& state, const Instruction& i) {
  const TermId address = AddressOf(frame, state, i.place);
  if (i.ordering != ir::Ordering::kPlain || !IsInCriticalSection(frame, state) ||
      !IsSharedWord(frame, state, i, address)) {
    return false;
  }
  const TermId old = LoadCell(frame, state, address, i.width, false);
  return frame.terms.ConstantDifference(ValueOf(frame, state, i.a), old) == -1 &&
         IsNonzero(frame, state, old);
}

// How far the store moves a counter on in a critical section; 0 if it does not.
int64_t StepOfCounter(Frame& frame, const State& state, const Instruction& i, TermId address,
                      TermId value) {
  if (i.ordering != ir::Ordering::kPlain || !IsInCriticalSection(frame, state) ||
      !IsSharedWord(frame, state, i, address)) {
    return 0;
  }
  const TermId found = LoadCell(frame, state, address, i.width, false);
  const auto step = StepOfStore(frame, state, found, value);
  return MovesCounter(step) ? *step : 0;
}

// The constant, or the number that the caller chooses, that the store in this critical section puts
// another one in place of; kNothing if it is not known, or the thread claimed the word before.
TermId NumberReplaced(Frame& frame, const State& state, const Instruction& i, TermId address,
                      TermId value) {
  if (i.ordering != ir::Ordering::kPlain || !IsChosen(frame, value) ||
      !IsInCriticalSection(frame, state) || !IsSharedWord(frame, state, i, address) ||
      HasClaimed(state, address)) {
    return kNothing;
  }
  const TermId old = LoadCell(frame, state, address, i.width, false);
  const Range range = RangeOf(frame, state, old);
  const TermId found =
      range.low == range.high ? frame.terms.Constant(range.low) : InputEqualTo(frame, state, old);
  return found == kZero || found == value ? static_cast<TermId>(kNothing) : found;
}

void StoreState(Frame& frame, State state, const Instruction& i, bool claims, Disjuncts* after) {
  const TermId address = AddressOf(frame, state, i.place);
  const TermId value = ValueOf(frame, state, i.a);
  const int64_t step = StepOfCounter(frame, state, i, address, value);
  const TermId number =
      step == 0 ? static_cast<TermId>(kNothing) : LoadCell(frame, state, address, i.width, false);
  const TermId found =
      claims ? static_cast<TermId>(kNothing) : NumberReplaced(frame, state, i, address, value);
  RecordWrite(frame, &state, i, address, value, claims, found);
  StoreCell(frame, &state, address, i.width, value, i.kind == ir::ValueKind::kPointer);
  Access touched;
  touched.address = address;
  touched.width = i.width;
  BoundByPlace(frame, state, i.place, &touched);
  DropFlagLocks(frame, &state, touched);
  if (claims || found != kNothing) TakeFlagLock(frame, &state, address);
  if (number != kNothing) {
    TakeNumber(frame, &state, address, number, frame.terms.AddConstant(value, -step));
  }
  after->push_back(std::move(state));
}

// In a critical section, a number that is not 0 is put where there was `old`: a test and set if
// that is looked at later.
void SetAndTest(Frame& frame, State state, const Instruction& i, TermId old, Disjuncts* after) {
  const TermId address = AddressOf(frame, state, i.place);
  const TermId value = ValueOf(frame, state, i.a);
  RecordWrite(frame, &state, i, address, value, /*claims=*/true);
  const TermId was_free = Compare(frame, state, Relation::kEqual, old, kZero);
  State failed = state;
  if (Assume(frame, &state, was_free, true)) {
    std::replace(state.registers.begin(), state.registers.end(), old, kZero);
    for (Cell& cell : state.cells) {
      if (cell.value == old) cell.value = kZero;
    }
    StoreCell(frame, &state, address, i.width, value, false);
    TakeFlagLock(frame, &state, address);
    after->push_back(std::move(state));
  }
  if (Assume(frame, &failed, was_free, false)) {
    StoreCell(frame, &failed, address, i.width, value, false);
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
    if (tests && MayClaim(i) && IsNonzero(frame, state, ValueOf(frame, state, i.a))) {
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
      if (MovesOn(frame, i, ValueOf(frame, state, i.a), expected)) {
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

bool IsInCriticalSection(const Frame& frame, const State& state) {
  return frame.is_atomic_body ||
         std::any_of(state.point.held.begin(), state.point.held.end(), [](const HeldLock& held) {
           return held.certain && (held.kind == LockKind::kLock || held.kind == LockKind::kAtomic);
         });
}

void TransferStore(Frame& frame, Disjuncts* states) {
  const Instruction& i = *frame.current;
  Disjuncts after;
  for (State& state : *states) {
    const TermId address = AddressOf(frame, state, i.place);
    const TermId value = ValueOf(frame, state, i.a);
    const bool may_claim =
        i.ordering == ir::Ordering::kPlain &&
        (IsNonzero(frame, state, value) || frame.terms.MentionsKind(value, AtomKind::kFormal)) &&
        IsInCriticalSection(frame, state) && IsSharedWord(frame, state, i, address);
    const bool takes_unit = TakesUnit(frame, state, i);
    if (!may_claim || takes_unit) {
      StoreState(frame, std::move(state), i, takes_unit, &after);
      continue;
    }
    const TermId old = LoadCell(frame, state, address, i.width, false);
    const bool was_free = IsZero(frame, state, old);
    const bool splits =
        !was_free && !IsNonzero(frame, state, old) && states->size() + after.size() < kMaxSplit;
    const TermId input = splits ? InputEqualTo(frame, state, old) : kNothing;
    const bool is_kept = splits && input == kNothing && IsKept(frame, state, old);
    if (was_free || input != kNothing || is_kept) {
      if (auto zero = SplitOffZero(frame, &state, value)) {
        StoreState(frame, *std::move(zero), i, /*claims=*/false, &after);
      }
    }
    const bool sets = IsNonzero(frame, state, value);
    if (sets && is_kept) {
      SetAndTest(frame, std::move(state), i, old, &after);
      continue;
    }
    if (sets && input != kNothing) {
      if (auto free = SplitOffZero(frame, &state, input)) {
        StoreState(frame, *std::move(free), i, /*claims=*/true, &after);
      }
    }
    StoreState(frame, std::move(state), i, sets && was_free, &after);
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
    return held.kind == LockKind::kFlag && is_touched(held.lock);
  });
}

}  // namespace plait
