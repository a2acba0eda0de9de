// Plain stores, and the locks that are taken by them in critical sections: a word that was found to
// be free, and a count beside one.
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "analyzer/transfer/arithmetic.h"
#include "analyzer/transfer/call.h"
#include "analyzer/transfer/claim.h"
#include "analyzer/transfer/counter.h"
#include "analyzer/transfer/escape.h"
#include "analyzer/transfer/instruction.h"
#include "analyzer/transfer/memory.h"
#include "analyzer/transfer/span.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

using ir::Instruction;

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

// Other words that in this critical section were found to hold 0, or, if they count, no more: who
// is at work has to have left before whoever stores here.
std::vector<TermId> CellsFoundEmpty(Frame& frame, const State& state, const Instruction& i,
                                    TermId address, bool count) {
  constexpr size_t kMost = 3;
  std::vector<TermId> empty;
  if (i.ordering != ir::Ordering::kPlain || !IsInCriticalSection(frame, state) ||
      !IsSharedWord(frame, state, i, address)) {
    return empty;
  }
  const std::vector<Fact> facts = state.facts;
  for (const Fact& fact : facts) {
    const Frame::LoadedCell cell = frame.CellOf(fact.atom);
    if (cell.address == kNothing || cell.address == address || empty.size() == kMost ||
        !IsSharedCell(frame, state, cell.address) || cell.width == 0 || cell.width > 8) {
      continue;
    }
    const TermId now = LoadCell(frame, state, cell.address, cell.width, /*is_pointer=*/false);
    const Range range = RangeOf(frame, state, now);
    if (range.high <= 0 && (count || range.low == 0)) InsertSorted(&empty, cell.address);
  }
  return empty;
}

void StoreState(Frame& frame, State state, const Instruction& i, bool claims, Disjuncts* after) {
  const TermId address = AddressOf(frame, state, i.place);
  const TermId value = ValueOf(frame, state, i.a);
  const int64_t step = StepOfCounter(frame, state, i, address, value);
  const TermId number =
      step == 0 ? static_cast<TermId>(kNothing) : LoadCell(frame, state, address, i.width, false);
  const TermId found =
      claims ? static_cast<TermId>(kNothing) : NumberReplaced(frame, state, i, address, value);
  const std::vector<TermId> empty = claims || step == 1
                                        ? CellsFoundEmpty(frame, state, i, address, claims)
                                        : std::vector<TermId>();
  RecordWrite(frame, &state, i, address, value, {.claims = claims, .found = found});
  StoreCell(frame, &state, address, i.width, value, i.kind == ir::ValueKind::kPointer);
  Access touched;
  touched.address = address;
  touched.width = i.width;
  BoundByPlace(frame, state, i.place, &touched);
  DropFlagLocks(frame, &state, touched);
  if (claims || found != kNothing) TakeFlagLock(frame, &state, address);
  for (TermId cell : empty) {
    if (claims) {
      TakeCount(frame, &state, LockMode::kExclusive, cell, address);
    } else {
      TakeCount(frame, &state, LockMode::kShared, address, cell);
    }
  }
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
  RecordWrite(frame, &state, i, address, value, {.claims = true});
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

}  // namespace

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

}  // namespace plait
