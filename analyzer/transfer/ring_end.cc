#include "analyzer/transfer/ring_end.h"

#include <algorithm>
#include <cstdlib>

#include "absl/algorithm/container.h"
#include "analyzer/transfer/escape.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

constexpr size_t kMaxLooks = 8;
constexpr size_t kMaxRingEnds = 6;

// The atom that the number is; kNothing if it is none by itself.
AtomId NumberOf(const Frame& frame, TermId value) {
  const Term& term = frame.terms.term(value);
  const bool is_one =
      term.constant == 0 && term.parts.size() == 1 && term.parts[0].coefficient == 1;
  if (!is_one || frame.terms.atom(term.parts[0].atom).is_pointer) return kNothing;
  return term.parts[0].atom;
}

// Of a number, or what is left of one when it is divided, what it was reckoned from: an atom, and a
// constant.
AtomId ReckonedFrom(const Frame& frame, TermId number) {
  const Term& term = frame.terms.term(number);
  if (term.parts.size() != 1 || term.parts[0].coefficient != 1) return kNothing;
  const Atom& atom = frame.terms.atom(term.parts[0].atom);
  if (atom.kind != AtomKind::kRemainder) return term.parts[0].atom;
  if (term.constant != 0) return kNothing;
  const Term& divided = frame.terms.term(atom.argument);
  const bool is_one = divided.parts.size() == 1 && divided.parts[0].coefficient == 1;
  return is_one ? divided.parts[0].atom : static_cast<AtomId>(kNothing);
}

}  // namespace

const Look* FindLook(const State& state, AtomId number) {
  const auto found =
      absl::c_find_if(state.looks, [&](const Look& look) { return look.number == number; });
  return found == state.looks.end() ? nullptr : &*found;
}

void NoteLook(Frame& frame, State* state, TermId cell, uint32_t width, TermId value) {
  const AtomId number = NumberOf(frame, value), base = frame.terms.Base(cell);
  if (number == kNothing || base == kNothing || frame.terms.IsAny(cell) ||
      IsPrivate(frame, *state, base) || !frame.MayBeConcurrent(*state)) {
    return;
  }
  if (FindLook(*state, number) == nullptr) {
    if (state->looks.size() == kMaxLooks) state->looks.erase(state->looks.begin());
    state->looks.push_back({number, cell, width});
  }
  const std::vector<RingEnd> known = state->point.ends;
  for (RingEnd end : known) {
    if (end.cell != cell || end.width != width || end.number == value) continue;
    const AtomId before = NumberOf(frame, end.number);
    if (before == kNothing) continue;
    end.limit = frame.terms.Substitute(
        end.limit, [&](AtomId atom) { return atom == before ? value : kNothing; });
    end.number = value;
    AddRingEnd(frame, state, end);
  }
}

TermId LastFoundIn(const Frame& frame, const State& state, TermId cell, uint32_t width,
                   TermId value) {
  const AtomId number = NumberOf(frame, value);
  const Look* look = number == kNothing ? nullptr : FindLook(state, number);
  if (look == nullptr || look->cell == cell || look->width != width) return kNothing;
  const auto last = std::find_if(state.looks.rbegin(), state.looks.rend(),
                                 [&](const Look& other) { return other.cell == look->cell; });
  return last->number == number ? look->cell : static_cast<TermId>(kNothing);
}

void FindRingEnds(Frame& frame, State* state, Relation relation, TermId difference, bool truth) {
  // d < 0 and d > 0 say that d is not 0, d <= 0 that d - 1 is not, d >= 0 that d + 1 is not.
  int64_t distance = 0;
  if (relation == Relation::kEqual && truth) return;
  if (relation == Relation::kLess && !truth) distance = 1;
  if (relation == Relation::kLessEqual && truth) distance = -1;
  const TermId unequal = frame.terms.AddConstant(difference, distance);
  const Term told = frame.terms.term(unequal);
  if (told.parts.size() != 2 || told.parts[0].coefficient + told.parts[1].coefficient != 0 ||
      std::abs(told.parts[0].coefficient) != 1) {
    return;
  }
  for (const Part& part : told.parts) {
    const Look* other = FindLook(*state, part.atom);
    if (other == nullptr) continue;
    RingEnd end;
    end.other = other->cell;
    end.width = other->width;
    end.limit = frame.terms.Subtract(frame.terms.Of(part.atom),
                                     frame.terms.Multiply(unequal, part.coefficient));
    const Look* own = FindLook(*state, ReckonedFrom(frame, end.limit));
    if (own == nullptr || own->width != end.width || own->cell == end.other) continue;
    end.cell = own->cell;
    end.number = frame.terms.Of(own->number);
    std::erase_if(state->point.ends, [&](const RingEnd& before) {
      return before.cell == end.cell && before.other == end.other && before.number == end.number;
    });
    AddRingEnd(frame, state, end);
  }
}

void FindRingEnds(Frame& frame, State* state, AtomId unknown, bool is_set) {
  const auto known = frame.unsure_comparisons.find(unknown);
  if (known == frame.unsure_comparisons.end()) return;
  // Another state may have been asked for other numbers there.
  const Frame::UnsureComparison* asked = nullptr;
  for (const Frame::UnsureComparison& comparison : known->second) {
    const auto& parts = frame.terms.term(comparison.difference).parts;
    const bool is_of_looks = absl::c_all_of(parts, [&](const Part& part) {
      return FindLook(*state, ReckonedFrom(frame, frame.terms.Of(part.atom))) != nullptr;
    });
    if (!is_of_looks) continue;
    if (asked != nullptr) return;
    asked = &comparison;
  }
  if (asked == nullptr) return;
  const Frame::UnsureComparison comparison = *asked;
  FindRingEnds(frame, state, comparison.relation, comparison.difference,
               is_set != comparison.is_negated);
}

void AddRingEnd(Frame& frame, State* state, const RingEnd& end) {
  for (TermId term : {end.cell, end.other, end.number, end.limit}) {
    if (frame.terms.IsAny(term)) return;
  }
  if (state->point.ends.size() < kMaxRingEnds) InsertSorted(&state->point.ends, end);
}

void LeaveRingEnds(State* state, absl::FunctionRef<bool(TermId)> is_written) {
  std::erase_if(state->point.ends, [&](const RingEnd& end) { return is_written(end.cell); });
}

bool IsNextOfRingEnd(const Frame& frame, const State& state, TermId cell, TermId value) {
  return absl::c_any_of(state.point.ends, [&](const RingEnd& end) {
    if (end.cell != cell) return false;
    if (frame.terms.ConstantDifference(value, end.number) == 1) return true;
    const Term& next = frame.terms.term(value);
    return next.constant == 0 && next.parts.size() == 1 && next.parts[0].coefficient == 1 &&
           frame.terms.atom(next.parts[0].atom).kind == AtomKind::kRemainder &&
           frame.terms.ConstantDifference(frame.terms.atom(next.parts[0].atom).argument,
                                          end.number) == 1;
  });
}

}  // namespace plait
