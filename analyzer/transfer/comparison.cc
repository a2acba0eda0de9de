#include "analyzer/transfer/comparison.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/numeric/int128.h"
#include "analyzer/transfer/arithmetic.h"

namespace plait {

using ir::Binary;

namespace {

// Whether one of the numbers to choose from is a constant of 2^63 or more.
bool MayBeLarge(const Frame& frame, TermId number) {
  const Term& term = frame.terms.term(number);
  if (term.parts.size() != 1 || frame.terms.atom(term.parts[0].atom).kind != AtomKind::kPhi) {
    return false;
  }
  const Choice& choice = frame.terms.ChoiceOf(term.parts[0].atom);
  return std::any_of(choice.options.begin(), choice.options.end(), [&](TermId option) {
    return frame.terms.ConstantValue(option).value_or(0) < 0;
  });
}

// a < b or a <= b of unsigned numbers. A constant of 2^63 or more, such as SIZE_MAX, is kept as a
// negative number; what is not known to be less than 2^63 may be on either side of it.
TermId CompareUnsigned(Frame& frame, const State& state, Relation relation, TermId a, TermId b) {
  const auto x = frame.terms.ConstantValue(a), y = frame.terms.ConstantValue(b);
  const bool large_x = x && *x < 0, large_y = y && *y < 0;
  if (large_x == large_y) {
    const bool is_known = x && y;
    if (!is_known && (MayBeLarge(frame, a) || MayBeLarge(frame, b))) return frame.Computed({a, b});
    return Compare(frame, state, relation, a, b);
  }
  if (RangeOf(frame, state, large_x ? b : a).low < 0) return frame.Computed({a, b});
  return large_x ? kZero : frame.terms.Constant(1);
}

// Whether an unsigned number may have wrapped around on the way to it: it was reckoned as if none
// did. Atoms are not negative, and loops do not turn that often.
bool MayHaveWrapped(Frame& frame, const State& state, TermId number, uint32_t width) {
  const Term term = frame.terms.term(number);
  const bool is_reckoned = term.parts.size() > 1 ||
                           (term.parts.size() == 1 && term.constant != 0) ||
                           (term.parts.size() == 1 && term.parts[0].coefficient != 1);
  if (!is_reckoned || frame.terms.Base(number) != kNothing) return false;
  const absl::int128 most = width < 8 ? int64_t{1} << 8 * width : Range::kMax;
  absl::int128 low = term.constant, high = term.constant;
  bool may_be_large = false;  // one number that may be anything is added, once
  for (const Part& part : term.parts) {
    Range range = RangeOf(frame, state, frame.terms.Of(part.atom));
    range.low = std::max<int64_t>(range.low, range.nonzero ? 1 : 0);
    const bool is_count = frame.terms.atom(part.atom).kind == AtomKind::kIteration;
    if (range.high == Range::kMax && is_count) range.high = int64_t{1} << 31;
    const absl::int128 c = part.coefficient;
    low += c * (c > 0 ? range.low : range.high);
    if (c < 0 || range.high != Range::kMax) {
      high += c * (c > 0 ? range.high : range.low);
    } else if (may_be_large || c > 1) {
      return true;
    } else {
      may_be_large = true;
    }
  }
  if (may_be_large ? high > 0 : high >= most) return true;
  return low < 0 && Decide(frame, state, Relation::kLessEqual, kZero, number) != true;
}

// Whether something is taken away from an unsigned number that may be less, and what is left is
// compared with a constant, as in `c - 'a' < 26`: that also asks whether there is as much.
bool AsksForRange(Frame& frame, const State& state, TermId number, TermId limit) {
  const Term term = frame.terms.term(number);
  if (term.is_constant() || frame.terms.ConstantValue(limit).value_or(0) <= 0) return false;
  absl::int128 low = term.constant;
  for (const Part& part : term.parts) {
    const Range range = RangeOf(frame, state, frame.terms.Of(part.atom));
    const absl::int128 least = std::max<int64_t>(range.low, range.nonzero ? 1 : 0);
    low += part.coefficient * (part.coefficient > 0 ? least : absl::int128(range.high));
  }
  return low < 0 && Decide(frame, state, Relation::kLessEqual, kZero, number) != true;
}

bool HasFactor(const TermTable& terms, TermId number) {
  return absl::c_any_of(terms.term(number).parts,
                        [](const Part& part) { return std::abs(part.coefficient) > 1; });
}

// Whether what a comparison of unsigned numbers says may be wrong, since a number has wrapped
// around, or a negative one has become a large one.
bool MayBeMistaken(Frame& frame, const State& state, TermId a, TermId b, TermId result,
                   uint32_t width) {
  const TermTable& terms = frame.terms;
  const bool is_decided =
      terms.ConstantValue(result) && !(terms.ConstantValue(a) && terms.ConstantValue(b));
  for (const auto& [number, other] : {std::pair(a, b), std::pair(b, a)}) {
    if (AsksForRange(frame, state, number, other)) return true;
    // Several numbers times a constant are one and the same.
    if ((is_decided || HasFactor(terms, number)) && MayHaveWrapped(frame, state, number, width)) {
      return true;
    }
    const auto value = terms.ConstantValue(number);
    const bool is_large = width == 4 && value && *value >= int64_t{1} << 31;
    if (is_decided && is_large && RangeOf(frame, state, other).low < 0) return true;
  }
  return false;
}

TermId Comparison(Frame& frame, const State& state, Binary op, TermId a, TermId b, bool is_signed) {
  const auto compare = is_signed ? Compare : CompareUnsigned;
  switch (op) {
    case Binary::kEq:
      return Compare(frame, state, Relation::kEqual, a, b);
    case Binary::kNe:
      return frame.terms.Subtract(frame.terms.Constant(1),
                                  Compare(frame, state, Relation::kEqual, a, b));
    case Binary::kLt:
      return compare(frame, state, Relation::kLess, a, b);
    case Binary::kLe:
      return compare(frame, state, Relation::kLessEqual, a, b);
    case Binary::kGt:
      return compare(frame, state, Relation::kLess, b, a);
    default:
      return compare(frame, state, Relation::kLessEqual, b, a);
  }
}

// Whether something is taken away from an unsigned number that may be less.
bool MayBeNegative(Frame& frame, const State& state, TermId number) {
  const Term term = frame.terms.term(number);
  const bool is_difference =
      !term.is_constant() &&
      (term.constant < 0 ||
       absl::c_any_of(term.parts, [](const Part& part) { return part.coefficient < 0; }));
  return is_difference && Decide(frame, state, Relation::kLessEqual, kZero, number) != true;
}

// A comparison of which it is not known what it says, as numbers may have wrapped around: whatever
// they are then, they are not equal if the comparison says so of numbers of that type.
TermId UnsureComparison(Frame& frame, Binary op, TermId a, TermId b) {
  const TermId result = frame.Computed({a, b});
  const Term& term = frame.terms.term(result);
  if (term.parts.size() != 1) return result;
  const AtomId atom = term.parts[0].atom;
  Frame::UnsureComparison asked;
  asked.is_negated = op == Binary::kNe;
  asked.relation = op == Binary::kEq || op == Binary::kNe   ? Relation::kEqual
                   : op == Binary::kLt || op == Binary::kGt ? Relation::kLess
                                                            : Relation::kLessEqual;
  const bool is_swapped = op == Binary::kGt || op == Binary::kGe;
  asked.difference = is_swapped ? frame.terms.Subtract(b, a) : frame.terms.Subtract(a, b);
  auto& known = frame.unsure_comparisons[atom];
  if (!absl::c_linear_search(known, asked)) known.push_back(asked);
  return result;
}

}  // namespace

TermId EvaluateComparison(Frame& frame, const State& state, Binary op, TermId a, TermId b,
                          bool is_signed, uint32_t width) {
  const TermId result = Comparison(frame, state, op, a, b, is_signed);
  if (!is_signed && (MayBeNegative(frame, state, a) || MayBeNegative(frame, state, b))) {
    for (const Part& part : frame.terms.term(result).parts) frame.of_wrapped.insert(part.atom);
  }
  const bool is_mistaken = !is_signed && MayBeMistaken(frame, state, a, b, result, width);
  return is_mistaken ? UnsureComparison(frame, op, a, b) : result;
}

}  // namespace plait
