#include "analyzer/return_states.h"

#include <algorithm>
#include <iterator>

#include "analyzer/transfer/arithmetic.h"
#include "analyzer/transfer/counter.h"
#include "analyzer/transfer/disjuncts.h"
#include "analyzer/transfer/escape.h"
#include "analyzer/transfer/join.h"
#include "analyzer/transfer/lost_writes.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

constexpr size_t kMaxExitCells = 96;

// Whether the pointer was loaded from an object that the procedure made: no caller knows more of it
// than that it is as private as the object.
bool IsLoadedFromOwn(const TermTable& terms, AtomId pointer) {
  if (terms.atom(pointer).kind != AtomKind::kInitial) return false;
  while (pointer != kNothing && terms.atom(pointer).kind == AtomKind::kInitial) {
    pointer = terms.Base(terms.atom(pointer).argument);
  }
  if (pointer == kNothing) return true;
  const AtomKind kind = terms.atom(pointer).kind;
  return kind == AtomKind::kSlot || kind == AtomKind::kHeap;
}

}  // namespace

void ReturnStates::Add(State state, TermId result) {
  // What a branch has decided since is that: `more = n < size; … return more`.
  if (result != kNothing && frame_.terms.MentionsKind(result, AtomKind::kComparison)) {
    const Range range = RangeOf(frame_, state, result);
    if (range.low == range.high) result = frame_.terms.Constant(range.low);
  }
  for (auto& [known, known_result] : returns_) {
    if (!SameSituation(known, state) || !SameInputs(frame_, known, state) ||
        StoresByInput(frame_, known, state)) {
      continue;
    }
    if (result != kNothing && known_result != kNothing &&
        HasTakenNumber(frame_.terms, known_result) != HasTakenNumber(frame_.terms, result)) {
      continue;
    }
    // Who looks at the result learns what others have published.
    if (known_result != result && IsConstant(known_result) && IsConstant(result) &&
        (known.gates != state.gates || ObservedBy(known) != ObservedBy(state))) {
      continue;
    }
    known_result = JoinResults(known, known_result, state, result);
    JoinHere(frame_, &known, state);
    return;
  }
  if (returns_.size() < kMaxDisjuncts) {
    returns_.push_back({std::move(state), result});
  } else {
    auto& [known, known_result] = returns_.back();
    known_result = JoinResults(known, known_result, state, result);
    JoinHere(frame_, &known, state);
  }
}

void ReturnStates::Write() {
  for (const auto& [state, result] : returns_) WriteExit(state, result);
}

std::vector<Observation> ReturnStates::ObservedBy(const State& state) const {
  Point point;
  point.observed = state.point.observed;
  std::vector<Observation> observed = frame_.ObservedBy(state);
  SortUnique(&observed);
  frame_.AddObservations(observed, &point);
  return point.observed;
}

bool ReturnStates::IsConstant(TermId term) const {
  return term != kNothing && frame_.terms.ConstantValue(term).has_value();
}

TermId ReturnStates::JoinResults(State& known, TermId a, const State& state, TermId b) {
  if (a == kNothing || b == kNothing) return a == kNothing ? b : a;
  if (a == b) return a;
  const Range x = RangeOf(frame_, known, a), y = RangeOf(frame_, state, b);
  const TermId merged =
      frame_.Choose(Frame::PhiTag::kExit, 0, {.number = static_cast<uint32_t>(returns_.size())}, a,
                    b, frame_.procedure.return_kind == ir::ValueKind::kPointer);
  ranges_[merged] = {std::min(x.low, y.low), std::max(x.high, y.high), x.nonzero && y.nonzero};
  return merged;
}

// Whether the object is the one that is returned, or one of those that may be.
bool ReturnStates::MayBe(AtomId returned, AtomId object) const {
  if (returned == object) return true;
  return returned != kNothing && frame_.terms.atom(returned).kind == AtomKind::kPhi &&
         ContainsSorted(frame_.terms.ChoiceOf(returned).bases, object);
}

void ReturnStates::NoteReach(TermId pointer) {
  const AtomId base = frame_.terms.Base(pointer);
  if (base == kNothing) return;
  if (frame_.terms.atom(base).kind == AtomKind::kPhi) {
    if (pointer != frame_.terms.Of(base)) return;
    for (TermId option : frame_.terms.ChoiceOf(base).options) {
      const AtomId of = frame_.terms.Base(option);
      if (of != kNothing && frame_.terms.atom(of).kind != AtomKind::kPhi) NoteReach(option);
    }
    return;
  }
  const Reach reach = frame_.reaches.Of(pointer);
  if (frame_.terms.term(pointer).parts.size() < 2 || !reach.is_known()) return;
  InsertSorted(&frame_.summary.reaches, ReachOfPointer{pointer, reach});
}

void ReturnStates::WriteExit(const State& state, TermId result) {
  Exit exit;
  exit.has_result = result != kNothing;
  if (exit.has_result) {
    exit.result = result;
    Range range = RangeOf(frame_, state, result);
    auto merged = ranges_.find(result);
    if (merged != ranges_.end()) range = merged->second;
    exit.low = range.low;
    exit.high = range.high;
    exit.nonzero = range.nonzero;
    NoteReach(result);
  }
  exit.point = frame_.InternPoint(state);
  std::copy_if(state.shared.begin(), state.shared.end(), std::back_inserter(exit.escaped),
               [&](AtomId atom) { return !IsLoadedFromOwn(frame_.terms, atom); });
  exit.synchronised = state.synchronised;
  for (const Cell& cell : state.cells) {
    const AtomId base = frame_.terms.Base(cell.address);
    if (base == kNothing) continue;
    const Atom& atom = frame_.terms.atom(base);
    const bool own_slot =
        atom.kind == AtomKind::kSlot && atom.name == frame_.name && atom.context == kNoContext;
    const bool returned = exit.has_result && MayBe(frame_.terms.Base(result), base);
    if (own_slot && !returned && IsPrivate(frame_, state, base)) continue;
    if (frame_.IsLeftToCaller(cell)) continue;
    if (exit.cells.size() >= kMaxExitCells) {
      frame_.AddGap(GapKind::kBudget, kTooManyCellsAtExit);
      break;
    }
    exit.cells.push_back({cell.address, cell.width, cell.value, cell.low, cell.high, cell.reach});
    if (cell.is_pointer && !cell.is_region()) NoteReach(cell.value);
  }
  frame_.summary.exits.push_back(std::move(exit));
}

}  // namespace plait
