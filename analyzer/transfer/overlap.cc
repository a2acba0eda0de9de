#include "analyzer/transfer/overlap.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <utility>
#include <vector>

#include "analyzer/transfer/arithmetic.h"
#include "analyzer/transfer/escape.h"
#include "summaries/region.h"

namespace plait {

bool IsSome(const TermTable& terms, TermId address) {
  return terms.MentionsKind(address, AtomKind::kAny);
}

Overlap OverlapOfBases(Frame& frame, AtomId x, AtomId y) {
  if (x == y) return Overlap::kSame;
  if (x == kNothing || y == kNothing) return Overlap::kNever;
  const TermTable& terms = frame.terms;
  const Atom &a = terms.atom(x), &b = terms.atom(y);
  if (SameSite(a, b)) return MayBeOneObject(terms, a, b) ? Overlap::kMaybe : Overlap::kNever;
  return frame.targets.MayYield(x, y) || frame.targets.MayYield(y, x) ? Overlap::kMaybe
                                                                      : Overlap::kNever;
}

namespace {

bool AreAtOneOffset(const TermTable& terms, TermId a, TermId b) {
  const Term &p = terms.term(a), &q = terms.term(b);
  return p.parts.size() == 1 && q.parts.size() == 1 && p.constant == q.constant;
}

// Bytes of which it is known where arrays keep them.
struct Reaching {
  TermId address = kZero;
  uint32_t width = 0;
  Reach reach;
};

Overlap OverlapOf(Frame& frame, const State& state, const Reaching& one, const Reaching& other);

// Whether bytes at two addresses, at least one based on a choice, may be some of the same: not if
// they are elsewhere in all objects and inputs that both may lead to.
bool MayMeetByChoice(Frame& frame, const State& state, const Reaching& first,
                     const Reaching& second) {
  TermTable& terms = frame.terms;
  const TermId a = first.address, b = second.address;
  // Two choices of much the same, at one offset: most often they meet.
  if (terms.atom(terms.Base(a)).kind == AtomKind::kPhi &&
      terms.atom(terms.Base(b)).kind == AtomKind::kPhi && AreAtOneOffset(terms, a, b)) {
    return true;
  }
  const auto targets_of = [&](TermId address, std::vector<Target>* own) {
    const AtomId base = terms.Base(address);
    if (terms.atom(base).kind == AtomKind::kPhi) return frame.targets.Of(base);
    *own = {{terms.Of(base), 0}};
    return static_cast<const std::vector<Target>*>(own);
  };
  std::vector<Target> own_a, own_b;
  const std::vector<Target>* these = targets_of(a, &own_a);
  if (these == nullptr) return true;
  const std::vector<Target>* others = targets_of(b, &own_b);
  if (others == nullptr) return true;
  const TermId offset_a = terms.Offset(a), offset_b = terms.Offset(b);
  const auto at = [&](const Target& target, TermId offset, const Reaching& bytes) {
    const TermId pointer = terms.AddConstant(target.pointer, target.shift);
    const auto distance = terms.ConstantValue(terms.Offset(pointer));
    return Reaching{terms.Add(pointer, offset), bytes.width,
                    distance ? bytes.reach.MovedBy(*distance) : Reach()};
  };
  for (const Target& one : *these) {
    for (const Target& other : *others) {
      const AtomId x = terms.Base(one.pointer), y = terms.Base(other.pointer);
      // What a choice leads to is compared itself.
      const bool is_choice =
          terms.atom(x).kind == AtomKind::kPhi || terms.atom(y).kind == AtomKind::kPhi;
      if (x != y && (is_choice || OverlapOfBases(frame, x, y) == Overlap::kNever)) continue;
      const Reaching p = at(one, offset_a, first), q = at(other, offset_b, second);
      // An offset that is made of a pointer may be the base now, and a choice again.
      if (terms.Base(p.address) != x || terms.Base(q.address) != y) return true;
      if (OverlapOf(frame, state, p, q) != Overlap::kNever) return true;
    }
  }
  return false;
}

}  // namespace

namespace {

// Whether it is known of the numbers of two elements, of so many bytes, that one is less. `d`: the
// distance of bytes in these elements.
bool LieInOtherElements(Frame& frame, const State& state, Term d, int64_t size, uint32_t width_a,
                        uint32_t width_b) {
  if (d.parts.size() != 2 || state.facts.empty()) return false;
  const int64_t constant = std::exchange(d.constant, 0);
  for (Part& part : d.parts) part.coefficient /= size;
  const TermId numbers = frame.terms.InternTerm(std::move(d));
  return (constant - size <= -static_cast<int64_t>(width_a) &&
          Decide(frame, state, Relation::kLess, numbers, kZero) == true) ||
         (constant + size >= static_cast<int64_t>(width_b) &&
          Decide(frame, state, Relation::kLess, kZero, numbers) == true);
}

Overlap OverlapOf(Frame& frame, const State& state, const Reaching& one, const Reaching& other) {
  const TermId a = one.address, b = other.address;
  const uint32_t width_a = one.width, width_b = other.width;
  TermTable& terms = frame.terms;
  if (a == b) return width_a == width_b && !IsSome(terms, a) ? Overlap::kSame : Overlap::kMaybe;
  const AtomId x = terms.Base(a), y = terms.Base(b);
  if (x != y) {
    if (OverlapOfBases(frame, x, y) == Overlap::kNever) return Overlap::kNever;
    if (!SameSite(terms.atom(x), terms.atom(y))) {
      const bool meets = MayMeetByChoice(frame, state, one, other);
      return meets ? Overlap::kMaybe : Overlap::kNever;
    }
  }
  Term d;
  Range range;
  if (const auto distance = terms.ConstantDifference(a, b)) {  // most often
    d.constant = range.low = range.high = *distance;
  } else {
    d = terms.Difference(a, b);
    if (x != y) {
      d.parts.erase(
          std::remove_if(d.parts.begin(), d.parts.end(),
                         [&](const Part& part) { return part.atom == x || part.atom == y; }),
          d.parts.end());
    }
    range = RangeOf(frame, state, d);
    if (one.reach.is_known() && other.reach.is_known()) {
      range.low = std::max(range.low, one.reach.first - other.reach.last);
      range.high = std::min(range.high, one.reach.last - other.reach.first);
    }
  }
  if (width_b != 0 && range.low >= static_cast<int64_t>(width_b)) return Overlap::kNever;
  if (width_a != 0 && range.high != Range::kMin && range.high <= -static_cast<int64_t>(width_a)) {
    return Overlap::kNever;
  }
  if (d.is_constant()) {
    return d.constant == 0 && width_a == width_b && x == y ? Overlap::kSame : Overlap::kMaybe;
  }
  // Fields at different offsets in the elements of one array never overlap.
  if (width_a != 0 && width_b != 0) {
    int64_t step = 0;
    for (const Part& part : d.parts) step = std::gcd(step, std::abs(part.coefficient));
    const int64_t rest = ((d.constant % step) + step) % step;
    if (rest >= static_cast<int64_t>(width_b) && step - rest >= static_cast<int64_t>(width_a)) {
      return Overlap::kNever;
    }
    if (x == y && LieInOtherElements(frame, state, d, step, width_a, width_b)) {
      return Overlap::kNever;
    }
  }
  return Overlap::kMaybe;
}

}  // namespace

Overlap OverlapOf(Frame& frame, const State& state, TermId a, uint32_t width_a, TermId b,
                  uint32_t width_b) {
  return OverlapOf(frame, state, Reaching{a, width_a, frame.reaches.Of(a)},
                   Reaching{b, width_b, frame.reaches.Of(b)});
}

Overlap OverlapOf(Frame& frame, const State& state, const Cell& cell, TermId address,
                  uint32_t width) {
  Reaching written{cell.address, cell.width, cell.reach};
  if (cell.is_region()) {
    written.address = AtIndex(frame.terms, cell.address, frame.terms.Any());
  } else if (!cell.reach.is_known()) {
    written.reach = frame.reaches.Of(cell.address);
  }
  return OverlapOf(frame, state, written, Reaching{address, width, frame.reaches.Of(address)});
}

}  // namespace plait
