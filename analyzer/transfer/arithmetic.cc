#include "analyzer/transfer/arithmetic.h"

#include <algorithm>
#include <cstdlib>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_set.h"
#include "analyzer/transfer/comparison.h"
#include "analyzer/transfer/counter.h"
#include "analyzer/transfer/decided_choice.h"
#include "analyzer/transfer/escape.h"
#include "analyzer/transfer/found_count.h"
#include "analyzer/transfer/memory.h"
#include "analyzer/transfer/parity.h"
#include "analyzer/transfer/ring_end.h"
#include "analyzer/transfer/select.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

using ir::Binary;

constexpr size_t kMaxFacts = 256;  // more are not remembered

int64_t SaturatingAdd(int64_t a, int64_t b) {
  int64_t sum;
  if (!__builtin_add_overflow(a, b, &sum)) return sum;
  return a < 0 ? Range::kMin : Range::kMax;
}

int64_t SaturatingMultiply(int64_t a, int64_t b) {
  int64_t product;
  if (!__builtin_mul_overflow(a, b, &product)) return product;
  return (a < 0) != (b < 0) ? Range::kMin : Range::kMax;
}

// Bounds at the ends of the number line mean "none", and stay so.
int64_t AddLow(int64_t a, int64_t b) {
  return a == Range::kMin || b == Range::kMin ? Range::kMin : SaturatingAdd(a, b);
}
int64_t AddHigh(int64_t a, int64_t b) {
  return a == Range::kMax || b == Range::kMax ? Range::kMax : SaturatingAdd(a, b);
}

const Fact* FindFact(const State& state, AtomId atom) {
  auto at = std::lower_bound(state.facts.begin(), state.facts.end(), atom,
                             [](const Fact& f, AtomId a) { return f.atom < a; });
  return at != state.facts.end() && at->atom == atom ? &*at : nullptr;
}

void SetFact(State* state, AtomId atom, const Range& range) {
  auto at = std::lower_bound(state->facts.begin(), state->facts.end(), atom,
                             [](const Fact& f, AtomId a) { return f.atom < a; });
  if (at != state->facts.end() && at->atom == atom) {
    at->range = range;
    at->epoch = state->epoch;
  } else if (state->facts.size() < kMaxFacts) {
    state->facts.insert(at, {atom, range, state->epoch});
  }
}

void DropFact(State* state, AtomId atom) {
  std::erase_if(state->facts, [&](const Fact& f) { return f.atom == atom; });
}

Range RangeOfAtom(const Frame& frame, const State& state, AtomId id);

// Of numbers that are not negative: others may well be, for products of unsigned ones wrap.
Range RangeOfProduct(const Frame& frame, const State& state, TermId factors) {
  constexpr int64_t kMost = int64_t{1} << 31;
  Range product{1, 1, false};
  for (const Part& part : frame.terms.term(factors).parts) {
    const Range factor = RangeOfAtom(frame, state, part.atom);
    if (factor.low < 0 || factor.high >= kMost) return Range();
    for (int64_t i = 0; i < part.coefficient; ++i) {
      product.low *= factor.low;
      product.high *= factor.high;
      if (product.high >= kMost) return Range();
    }
  }
  return product;
}

Range RangeOfAtom(const Frame& frame, const State& state, AtomId id) {
  const Atom& atom = frame.terms.atom(id);
  Range range;
  if (const Fact* fact = FindFact(state, id)) range = fact->range;
  if (atom.kind == AtomKind::kIteration) range.low = std::max<int64_t>(range.low, 0);
  // Programs keep 0 where there is no thread, which POSIX does not promise.
  if (atom.kind == AtomKind::kSelf) range.nonzero = true;
  if (atom.kind == AtomKind::kComparison) {
    range.low = std::max<int64_t>(range.low, 0);
    range.high = std::min<int64_t>(range.high, 1);
  }
  if (atom.kind == AtomKind::kSelect) {
    const Operands operands = frame.terms.OperandsOf(atom);
    const Range chosen = RangeOf(frame, state, operands.first);
    const Range condition = RangeOf(frame, state, operands.second);
    const bool is_chosen = condition.low > 0, is_zero = condition.high <= 0;
    range.low = std::max(range.low, is_zero     ? 0
                                    : is_chosen ? chosen.low
                                                : std::min<int64_t>(chosen.low, 0));
    range.high = std::min(range.high, is_zero     ? 0
                                      : is_chosen ? chosen.high
                                                  : std::max<int64_t>(chosen.high, 0));
  }
  const bool divides = atom.kind == AtomKind::kQuotient || atom.kind == AtomKind::kRemainder;
  if (divides && Divisor::FromIndex(atom.index).number == 0) return range;
  if (atom.kind == AtomKind::kRemainder) {
    const Divisor divisor = Divisor::FromIndex(atom.index);
    const auto largest = static_cast<int64_t>(divisor.number) - 1;
    const bool may_be_negative = divisor.is_signed && RangeOf(frame, state, atom.argument).low < 0;
    range.low = std::max(range.low, may_be_negative ? -largest : 0);
    range.high = std::min(range.high, largest);
  }
  if (atom.kind == AtomKind::kQuotient) {
    const Divisor divisor = Divisor::FromIndex(atom.index);
    const Range whole = RangeOf(frame, state, atom.argument);
    if (!divisor.is_signed || whole.low >= 0) range.low = std::max<int64_t>(range.low, 0);
    if (whole.low >= 0 && whole.high != Range::kMax) {
      range.high = std::min(range.high, whole.high / static_cast<int64_t>(divisor.number));
    }
  }
  if (atom.kind == AtomKind::kProduct) {
    const Range product = RangeOfProduct(frame, state, atom.argument);
    range.low = std::max(range.low, product.low);
    range.high = std::min(range.high, product.high);
  }
  return range;
}

Relation RelationOf(const Atom& comparison) { return static_cast<Relation>(comparison.index); }

// Truth of `range relation 0`, if it is the same for all values.
std::optional<bool> DecideRange(Relation relation, const Range& range) {
  switch (relation) {
    case Relation::kEqual:
      if (range.low == 0 && range.high == 0) return true;
      if (range.low > 0 || range.high < 0 || range.nonzero) return false;
      return std::nullopt;
    case Relation::kLess:
      if (range.high < 0) return true;
      if (range.low >= 0) return false;
      return std::nullopt;
    case Relation::kLessEqual:
      if (range.high <= 0) return true;
      if (range.low > 0 || (range.low == 0 && range.nonzero)) return false;
      return std::nullopt;
  }
  return std::nullopt;
}

// Whether it is the difference of the thread's own handle and that of one which it has started: its
// handle is not given to another while it runs.
bool IsOfOwnThread(const TermTable& terms, TermId difference) {
  const Term& term = terms.term(difference);
  if (term.constant != 0 || term.parts.size() != 2) return false;
  const auto is_of = [&](AtomKind first, AtomKind second) {
    return terms.atom(term.parts[0].atom).kind == first &&
           terms.atom(term.parts[1].atom).kind == second;
  };
  return term.parts[0].coefficient == -term.parts[1].coefficient &&
         (is_of(AtomKind::kSelf, AtomKind::kThread) || is_of(AtomKind::kThread, AtomKind::kSelf));
}

AtomId ComparisonAtom(Frame& frame, Relation relation, TermId difference) {
  Atom atom;
  atom.kind = AtomKind::kComparison;
  atom.index = static_cast<uint32_t>(relation);
  atom.argument =
      relation == Relation::kEqual ? SimplestDifference(frame.terms, difference) : difference;
  return frame.terms.InternAtom(atom);
}

// Narrows the range of `coefficient * atom + constant` to satisfy `relation 0` being `truth`.
Range Narrow(Range range, int64_t coefficient, int64_t constant, Relation relation, bool truth) {
  // The bound c such that atom (<=, >=, ==, !=) c, for coefficient +-1 only.
  const int64_t pivot = SaturatingMultiply(constant, -coefficient);
  if (relation == Relation::kEqual) {
    if (truth) {
      range.low = std::max(range.low, pivot);
      range.high = std::min(range.high, pivot);
      if (pivot == 0 && range.nonzero) range.low = 1, range.high = 0;
    } else {
      if (range.low == pivot) range.low = SaturatingAdd(range.low, 1);
      if (range.high == pivot) range.high = SaturatingAdd(range.high, -1);
      if (pivot == 0) range.nonzero = true;
    }
    return range;
  }
  // coefficient * atom + constant <= limit, or >= limit
  const bool strict = relation == Relation::kLess;
  const bool upper = truth;
  const int64_t slack = strict == truth ? 1 : 0;
  if (upper == (coefficient > 0)) {
    range.high = std::min(range.high, SaturatingAdd(pivot, -slack));
  } else {
    range.low = std::max(range.low, SaturatingAdd(pivot, slack));
  }
  return range;
}

bool IsStale(const Frame& frame, const State& state, AtomId id, const Fact& fact) {
  if (fact.epoch >= state.epoch) return false;
  const Atom& atom = frame.terms.atom(id);
  if (atom.kind != AtomKind::kInitial && atom.kind != AtomKind::kShared) return false;
  return !IsPrivate(frame, state, frame.terms.Base(atom.argument));
}

// Drops stale facts the difference depends on, naming their cells as changed. Returns whether any.
bool ForgetStale(Frame& frame, State* state, TermId difference) {
  bool forgot = false;
  const Term term = frame.terms.term(difference);
  for (const Part& part : term.parts) {
    const Atom atom = frame.terms.atom(part.atom);
    if (const Fact* fact = FindFact(*state, part.atom);
        fact != nullptr && IsStale(frame, *state, part.atom, *fact)) {
      InsertSorted(&state->point.changes, atom.argument);
      DropFact(state, part.atom);
      forgot = true;
    }
    if (IsFunction(atom.kind) && ForgetStale(frame, state, atom.argument)) {
      DropFact(state, part.atom);
      forgot = true;
    }
  }
  return forgot;
}

// Whether a pointer that the caller passed is compared with where a variable begins or ends: who
// knows the pointer knows on which side of it the pointer lies.
bool ComparesArgumentWithVariable(const Frame& frame, const Term& difference) {
  const auto& parts = difference.parts;
  if (parts.size() != 2 || parts[0].coefficient + parts[1].coefficient != 0) return false;
  const AtomKind x = frame.terms.atom(parts[0].atom).kind;
  const AtomKind y = frame.terms.atom(parts[1].atom).kind;
  return std::minmax(x, y) == std::minmax(AtomKind::kFormal, AtomKind::kGlobal);
}

// Whether the number was found in memory by a procedure that is too large to follow what else was
// written there since: it may have changed under the same name.
bool MayHaveChanged(const Frame& frame, TermId number) {
  return frame.is_over_budget() && (frame.terms.MentionsKind(number, AtomKind::kInitial) ||
                                    frame.terms.MentionsKind(number, AtomKind::kShared));
}

bool AssumeRelation(Frame& frame, State* state, Relation relation, TermId difference, bool truth) {
  if (MayHaveChanged(frame, difference)) return true;
  if (auto decided = DecideRange(relation, RangeOf(frame, *state, difference))) {
    if (*decided == truth) return true;
    if (!ForgetStale(frame, state, difference)) return false;
  }
  const AtomId comparison = ComparisonAtom(frame, relation, difference);
  if (const Fact* known = FindFact(*state, comparison); known != nullptr &&
                                                        known->range.low == known->range.high &&
                                                        (known->range.low == 1) != truth) {
    if (!ForgetStale(frame, state, difference) && known->epoch >= state->epoch) return false;
    std::vector<TermId> cells;
    CollectSharedCells(frame, *state, difference, &cells);
    if (known->epoch >= state->epoch || cells.empty()) return false;
    for (TermId cell : cells) InsertSorted(&state->point.changes, cell);
  }
  const Term term = frame.terms.term(difference);
  if (relation != Relation::kEqual && ComparesArgumentWithVariable(frame, term)) {
    InsertSorted(&frame.told_apart, comparison);
  }
  SetFact(state, comparison, {truth ? 1 : 0, truth ? 1 : 0, truth});
  TakeTurn(frame, state, relation, difference, truth);
  FindRingEnds(frame, state, relation, difference, truth);
  FindCount(frame, state, relation, difference, truth);
  if (term.parts.size() != 1 || std::abs(term.parts[0].coefficient) != 1) return true;
  const AtomId atom = term.parts[0].atom;
  const Range narrowed = Narrow(RangeOfAtom(frame, *state, atom), term.parts[0].coefficient,
                                term.constant, relation, truth);
  if (narrowed.is_empty()) return false;
  SetFact(state, atom, narrowed);
  if (!narrowed.Includes(0) || (narrowed.low == 0 && narrowed.high == 0)) {
    FindRingEnds(frame, state, atom, !narrowed.Includes(0));
  }
  const Atom inner = frame.terms.atom(atom);
  const bool is_null = narrowed.low == 0 && narrowed.high == 0;
  if (inner.kind == AtomKind::kPhi && inner.is_pointer && (is_null || !narrowed.Includes(0))) {
    const TermId pointer = DecideChoice(frame, state, atom, is_null);
    if (pointer != kNothing) AssumeRelation(frame, state, Relation::kEqual, pointer, false);
  }
  if (inner.kind == AtomKind::kComparison && narrowed.low == narrowed.high) {
    return AssumeRelation(frame, state, RelationOf(inner), inner.argument, narrowed.low == 1);
  }
  return true;
}

TermId FromBool(Frame& frame, bool value) { return frame.terms.Constant(value ? 1 : 0); }

// Negation of a 0-or-1 term.
TermId OneMinus(Frame& frame, TermId condition) {
  return frame.terms.Subtract(frame.terms.Constant(1), condition);
}

}  // namespace

void KeepRange(Frame& frame, State* state, AtomId atom, TermId name) {
  const Term& term = frame.terms.term(name);
  if (term.constant != 0 || term.parts.size() != 1 || term.parts[0].coefficient != 1) return;
  const Range range = RangeOfAtom(frame, *state, atom);
  DropFact(state, term.parts[0].atom);
  if (range.low != Range::kMin || range.high != Range::kMax || range.nonzero) {
    SetFact(state, term.parts[0].atom, range);
  }
}

Range RangeOf(const Frame& frame, const State& state, TermId id) {
  return RangeOf(frame, state, frame.terms.term(id));
}

Range RangeOf(const Frame& frame, const State& state, const Term& term) {
  Range sum{term.constant, term.constant, false};
  bool object = false, other_pointer = false;
  for (const Part& part : term.parts) {
    const Atom& atom = frame.terms.atom(part.atom);
    if (part.coefficient == 1 && BaseRank(atom) >= 2) {
      object = true;
    } else if (BaseRank(atom) >= 1) {
      other_pointer = true;
    }
    const Range range = RangeOfAtom(frame, state, part.atom);
    const int64_t c = part.coefficient;
    const int64_t low = c > 0 ? range.low : range.high;
    const int64_t high = c > 0 ? range.high : range.low;
    auto scale = [&](int64_t bound) {
      return bound == Range::kMin || bound == Range::kMax
                 ? ((bound == Range::kMax) == (c > 0) ? Range::kMax : Range::kMin)
                 : SaturatingMultiply(bound, c);
    };
    sum.low = AddLow(sum.low, scale(low));
    sum.high = AddHigh(sum.high, scale(high));
    if (term.parts.size() == 1 && term.constant == 0) sum.nonzero = range.nonzero;
  }
  if (object && !other_pointer) sum.nonzero = true;
  return sum;
}

namespace {

// What branches have told of a comparison.
std::optional<bool> Known(Frame& frame, const State& state, Relation relation, TermId difference) {
  const Fact* fact = FindFact(state, ComparisonAtom(frame, relation, difference));
  if (fact == nullptr || fact->range.low != fact->range.high) return std::nullopt;
  return fact->range.low == 1;
}

}  // namespace

std::optional<bool> Decide(Frame& frame, const State& state, Relation relation, TermId a,
                           TermId b) {
  const TermId difference = frame.terms.Subtract(a, b);
  if (frame.terms.IsAny(difference)) return std::nullopt;
  if (MayHaveChanged(frame, a) || MayHaveChanged(frame, b)) return std::nullopt;
  if (relation == Relation::kEqual) {
    if (IsOfOwnThread(frame.terms, difference)) return false;
    const AtomId x = frame.terms.Base(a), y = frame.terms.Base(b);
    if (x != kNothing && y != kNothing && x != y && BaseRank(frame.terms.atom(x)) == 3 &&
        BaseRank(frame.terms.atom(y)) == 3) {
      return false;
    }
  }
  if (auto decided = DecideRange(relation, RangeOf(frame, state, difference))) return decided;
  if (auto known = Known(frame, state, relation, difference)) return known;
  const TermId swapped = frame.terms.Subtract(b, a);
  const bool is_less = relation == Relation::kLess;
  // Over integers, a <= b is a - 1 < b, and not b < a.
  if (relation != Relation::kEqual) {
    const Relation other = is_less ? Relation::kLessEqual : Relation::kLess;
    const TermId next = frame.terms.AddConstant(difference, is_less ? 1 : -1);
    if (auto known = Known(frame, state, other, next)) return known;
    if (auto opposite = Known(frame, state, other, swapped)) return !*opposite;
    if (Known(frame, state, Relation::kEqual, difference) == true) return !is_less;
  }
  const auto equal = Known(frame, state, Relation::kEqual, swapped);
  if (equal && (*equal || relation == Relation::kEqual)) return *equal != is_less;
  if (!is_less && Known(frame, state, Relation::kLess, difference) == true) {
    return relation == Relation::kLessEqual;
  }
  if (relation != Relation::kLessEqual && Known(frame, state, Relation::kLess, swapped) == true) {
    return false;
  }
  return std::nullopt;
}

AtomId LessEqual(Frame& frame, TermId a, TermId b) {
  return ComparisonAtom(frame, Relation::kLessEqual, frame.terms.Subtract(a, b));
}

TermId Compare(Frame& frame, const State& state, Relation relation, TermId a, TermId b) {
  if (frame.doubted.contains(a) || frame.doubted.contains(b)) return frame.Computed({a, b});
  if (auto decided = Decide(frame, state, relation, a, b)) return FromBool(frame, *decided);
  const TermId difference = frame.terms.Subtract(a, b);
  if (frame.terms.IsAny(difference)) return frame.Computed({a, b});
  return frame.terms.Of(ComparisonAtom(frame, relation, difference));
}

TermId Negate(Frame& frame, const State& state, TermId condition) {
  const Range range = RangeOf(frame, state, condition);
  if (range.low >= 0 && range.high <= 1) return OneMinus(frame, condition);
  return Compare(frame, state, Relation::kEqual, condition, kZero);
}

bool Assume(Frame& frame, State* state, TermId condition, bool truth) {
  const Term term = frame.terms.term(condition);
  if (term.is_constant()) return (term.constant != 0) == truth;
  if (term.parts.size() == 1 && std::abs(term.parts[0].coefficient) == 1) {
    const Atom atom = frame.terms.atom(term.parts[0].atom);
    const bool plain = term.parts[0].coefficient == 1 && term.constant == 0;
    const bool negated = term.parts[0].coefficient == -1 && term.constant == 1;
    if (atom.kind == AtomKind::kComparison && (plain || negated)) {
      return AssumeRelation(frame, state, RelationOf(atom), atom.argument, plain ? truth : !truth);
    }
  }
  return AssumeRelation(frame, state, Relation::kEqual, condition, !truth);
}

// Of an unsigned type the upper half of the numbers is added as what it takes away; nullopt for a
// number that makes most sums of the type wrap.
std::optional<TermId> Addend(TermTable& terms, TermId term, uint32_t width, bool is_signed) {
  const auto value = terms.ConstantValue(term);
  if (is_signed || !value || width == 0 || width >= 8) return term;
  const int64_t range = int64_t{1} << (8 * width);
  const int64_t near = *value >= range / 2 ? *value - range : *value;
  if (near >= range / 2 - 1 || near <= 1 - range / 2) return std::nullopt;
  return terms.Constant(near);
}

TermId Sum(Frame& frame, Binary op, TermId a, TermId b, uint32_t width, bool is_signed) {
  TermTable& terms = frame.terms;
  const bool subtract = op != Binary::kAdd;
  if (!terms.ConstantValue(a) || !terms.ConstantValue(b)) {
    // What is taken away from does not wrap: UINT_MAX - x is a large number.
    const auto x = subtract ? std::optional<TermId>(a) : Addend(terms, a, width, is_signed);
    const auto y = Addend(terms, b, width, is_signed);
    if (!x || !y) return frame.Computed({a, b});
    a = *x;
    b = *y;
  }
  return subtract ? terms.Subtract(a, b) : terms.Add(a, b);
}

std::optional<TermId> DividedBy(TermTable& terms, TermId dividend, int64_t divisor) {
  Term term = terms.term(dividend);
  const bool divides =
      term.constant % divisor == 0 && absl::c_all_of(term.parts, [&](const Part& part) {
        return part.coefficient % divisor == 0 && terms.atom(part.atom).kind != AtomKind::kAny;
      });
  if (!divides) return std::nullopt;
  term.constant /= divisor;
  for (Part& part : term.parts) part.coefficient /= divisor;
  return terms.InternTerm(std::move(term));
}

// What a number leaves that is a constant beside multiples of the divisor, as in every second turn
// of a loop. If it may be negative or have wrapped around, only where that changes nothing.
std::optional<TermId> RemainderOf(Frame& frame, const State& state, TermId dividend,
                                  int64_t divisor, bool is_signed) {
  TermTable& terms = frame.terms;
  if (divisor < 2 || terms.IsAny(dividend) || terms.Base(dividend) != kNothing) {
    return std::nullopt;
  }
  const Term& term = terms.term(dividend);
  const bool is_beside =
      absl::c_all_of(term.parts, [&](const Part& part) { return part.coefficient % divisor == 0; });
  if (!is_beside) return std::nullopt;
  const int64_t rest = (term.constant % divisor + divisor) % divisor;
  const bool is_power = (divisor & (divisor - 1)) == 0;
  const bool wraps_alike = is_power && (!is_signed || rest == 0);
  const bool is_kept = is_signed && (rest == 0 || RangeOf(frame, state, dividend).low >= 0);
  if (!wraps_alike && !is_kept) return std::nullopt;
  return terms.Constant(rest);
}

// Whether quotients and remainders by it have names (AtomKind::kQuotient).
bool IsDivisor(const TermTable& terms, TermId a, std::optional<int64_t> divisor) {
  return divisor && *divisor >= 2 && *divisor <= Divisor::kMax && !terms.IsAny(a);
}

// Whether they have names though the divisor is no constant. Small numbers without a sign may have
// wrapped around.
bool IsNamedDivisor(const TermTable& terms, TermId a, TermId divisor, bool is_signed,
                    uint32_t width) {
  return !terms.ConstantValue(divisor) && terms.Base(a) == kNothing &&
         terms.Base(divisor) == kNothing && !terms.IsAny(a) && !terms.IsAny(divisor) &&
         (is_signed || width > 4);
}

TermId Divided(TermTable& terms, AtomKind kind, TermId a, int64_t divisor, bool is_signed,
               uint32_t width) {
  return terms.Divide(kind, a, {static_cast<uint32_t>(divisor), is_signed, width > 4});
}

TermId Evaluate(Frame& frame, const State& state, Binary op, TermId a, TermId b, bool is_signed,
                uint32_t width) {
  TermTable& terms = frame.terms;
  const auto x = terms.ConstantValue(a), y = terms.ConstantValue(b);
  switch (op) {
    case Binary::kAdd:
    case Binary::kSub:
    case Binary::kPointerDifference:
      return Sum(frame, op, a, b, width, is_signed);
    case Binary::kMul:
      if (y) return terms.Multiply(a, *y);
      if (x) return terms.Multiply(b, *x);
      if (const TermId product = terms.Product(a, b); !terms.IsAny(product)) return product;
      break;
    case Binary::kShl:
      if (y && *y >= 0 && *y < 32) return terms.Multiply(a, int64_t{1} << *y);
      break;
    case Binary::kDiv:
      if (x && y && *y != 0 && *y != -1) return terms.Constant(*x / *y);
      // What was multiplied may have wrapped around, if it is unsigned.
      if (y && *y > 0 && is_signed) {
        if (const auto quotient = DividedBy(terms, a, *y)) return *quotient;
      }
      if (IsDivisor(terms, a, y))
        return Divided(terms, AtomKind::kQuotient, a, *y, is_signed, width);
      if (IsNamedDivisor(terms, a, b, is_signed, width)) {
        return terms.DivideBy(AtomKind::kQuotient, a, b, is_signed, width > 4);
      }
      break;
    case Binary::kRem:
      if (x && y && *y != 0 && *y != -1) return terms.Constant(*x % *y);
      if (const auto rest = y ? RemainderOf(frame, state, a, *y, is_signed) : std::nullopt) {
        return *rest;
      }
      if (IsDivisor(terms, a, y))
        return Divided(terms, AtomKind::kRemainder, a, *y, is_signed, width);
      if (IsNamedDivisor(terms, a, b, is_signed, width)) {
        return terms.DivideBy(AtomKind::kRemainder, a, b, is_signed, width > 4);
      }
      break;
    case Binary::kShr:
      if (x && y && *y >= 0 && *y < 64 && (is_signed || *x >= 0)) return terms.Constant(*x >> *y);
      if (y && *y > 0 && *y < 24 && !is_signed && IsDivisor(terms, a, int64_t{1} << *y)) {
        return Divided(terms, AtomKind::kQuotient, a, int64_t{1} << *y, is_signed, width);
      }
      break;
    case Binary::kAnd:
      if (x && y) return terms.Constant(*x & *y);
      if ((x && *x == 0) || (y && *y == 0)) return kZero;
      // A mask of the lowest bits leaves what the next power of 2 leaves of an unsigned number.
      if (y && *y > 0 && (*y & (*y + 1)) == 0 && (width <= 4 || terms.Base(a) == kNothing) &&
          IsDivisor(terms, a, *y + 1)) {
        if (const auto rest = RemainderOf(frame, state, a, *y + 1, /*is_signed=*/false)) {
          return *rest;
        }
        return Divided(terms, AtomKind::kRemainder, a, *y + 1, /*is_signed=*/false, width);
      }
      break;
    case Binary::kOr:
      if (x && y) return terms.Constant(*x | *y);
      break;
    case Binary::kXor:
      if (x && y) return terms.Constant(*x ^ *y);
      break;
    case Binary::kEq:
    case Binary::kNe:
    case Binary::kLt:
    case Binary::kLe:
    case Binary::kGt:
    case Binary::kGe:
      return EvaluateComparison(frame, state, op, a, b, is_signed, width);
    case Binary::kExchange:
      return b;
    case Binary::kMin:
    case Binary::kMax:
    case Binary::kNand:
      break;
  }
  if (y && (op == Binary::kAnd || op == Binary::kOr || op == Binary::kXor)) {
    const TermId result = WithLowBits(frame, state, op, a, *y, width);
    if (result != kNothing) return result;
  }
  // Masked and rotated pointers still point into their object; other results are plain unknowns.
  const AtomId base = terms.Base(a);
  if (base != kNothing && (op == Binary::kAnd || op == Binary::kOr)) {
    return terms.Add(terms.Of(base), terms.Any());
  }
  return frame.Computed({a, b});
}

namespace {

void CollectCells(const Frame& frame, const State& state, TermId id,
                  absl::flat_hash_set<AtomId>* seen, std::vector<TermId>* cells) {
  constexpr size_t kMaxSeen = 64;
  const Term term = frame.terms.term(id);
  for (const Part& part : term.parts) {
    const Atom& atom = frame.terms.atom(part.atom);
    if (atom.kind == AtomKind::kInitial || atom.kind == AtomKind::kShared) {
      const AtomId base = frame.terms.Base(atom.argument);
      // Nobody writes a string literal.
      if (base != kNothing &&
          (frame.terms.atom(base).kind == AtomKind::kString || IsPrivate(frame, state, base))) {
        continue;
      }
      InsertSorted(cells, atom.argument);
      continue;
    }
    if (seen->size() >= kMaxSeen || !seen->insert(part.atom).second) continue;
    if (IsFunction(atom.kind)) {
      CollectCells(frame, state, atom.argument, seen, cells);
    } else if (atom.kind == AtomKind::kUnknown) {
      auto made = frame.computed_from.find(part.atom);
      if (made == frame.computed_from.end()) continue;
      for (TermId operand : made->second) CollectCells(frame, state, operand, seen, cells);
    } else if (atom.kind == AtomKind::kPhi) {
      for (TermId option : frame.terms.ChoiceOf(part.atom).options) {
        CollectCells(frame, state, option, seen, cells);
      }
      if (!frame.merged.contains(part.atom)) continue;
      auto block = frame.phi_blocks.find(part.atom);
      if (block == frame.phi_blocks.end()) continue;
      auto decided = frame.decided_at.find(block->second);
      if (decided != frame.decided_at.end()) *cells = UnionOf(*cells, decided->second);
    }
  }
}

}  // namespace

void CollectSharedCells(const Frame& frame, const State& state, TermId id,
                        std::vector<TermId>* cells) {
  absl::flat_hash_set<AtomId> seen;
  CollectCells(frame, state, id, &seen, cells);
}

void DependOn(const Frame& frame, State* state, TermId value, uint32_t side) {
  std::vector<TermId> cells;
  CollectSharedCells(frame, *state, value, &cells);
  for (TermId cell : cells) InsertSorted(&state->gates, Gate{cell, FlowGraph::kNone, side});
}

}  // namespace plait
