#include "analyzer/transfer/span.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <vector>

#include "absl/algorithm/container.h"
#include "analyzer/transfer/arithmetic.h"
#include "analyzer/transfer/instruction.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

// Numbers within this bound can be added and multiplied by strides without care.
constexpr int64_t kMaxNumber = int64_t{1} << 30;

constexpr int kMaxBoundDepth = 3;  // loads on the way to a bound: `job->team->size`

// What a number is at most, so many times.
struct Greatest {
  TermId value = kNothing;  // kNothing: any
  int64_t times = 1;        // 1 if the value is a constant
};

// A number in an address: the counter of a loop, or one whose range is known.
struct Counter {
  AtomId atom = kNothing;
  TermId first = kZero;  // its least value
  Greatest last;         // its greatest value here
};

bool IsLoadedByInputs(const Frame& frame, AtomId phi) {
  const TermId cell = frame.terms.LoadedFrom(phi);
  return cell != kNothing && frame.terms.Depth(cell) < kMaxBoundDepth &&
         !frame.terms.MentionsKind(cell, AtomKind::kIteration);
}

// Whether callers can say what the bound is, without following long chains of pointers for it. Main
// has none: what numbers of its own it handed to a thread is known by the same names.
bool IsBoundByInputs(const Frame& frame, TermId bound) {
  const TermTable& terms = frame.terms;
  const Term& term = terms.term(bound);
  return terms.Depth(bound) <= kMaxBoundDepth &&
         std::all_of(term.parts.begin(), term.parts.end(), [&](const Part& part) {
           const Atom& atom = terms.atom(part.atom);
           if (IsFunction(atom.kind)) return IsBoundByInputs(frame, atom.argument);
           switch (atom.kind) {
             case AtomKind::kFormal:
             case AtomKind::kInitial:
               return true;
             case AtomKind::kPhi:
               // A number that is loaded again, once other threads may have run.
               if (!atom.is_pointer && IsLoadedByInputs(frame, part.atom)) return true;
               [[fallthrough]];
             case AtomKind::kUnknown:
               return (frame.is_main || IsTaken(atom)) && !atom.is_pointer;
             default:
               return false;
           }
         });
}

// A pointer that a loop moves, and the bytes of the elements that it accesses.
struct Moved {
  AtomId base = kNothing;
  int64_t width = 0;
};

// Whether the pointer is compared with another one. A number may have been handed over as one.
bool IsCompared(const Term& difference, const Moved& pointer) {
  return std::any_of(difference.parts.begin(), difference.parts.end(),
                     [&](const Part& part) { return part.atom == pointer.base; });
}

// The greatest value of a number by one comparison that is decided.
Greatest GreatestBy(TermTable& terms, const Fact& fact, AtomId number, const Moved& pointer) {
  const Atom comparison = terms.atom(fact.atom);
  if (comparison.kind != AtomKind::kComparison || fact.range.low != fact.range.high) return {};
  const Relation relation = static_cast<Relation>(comparison.index);
  if (relation == Relation::kEqual) return {};
  // difference <= limit, or -difference <= limit.
  const bool holds = fact.range.low == 1;
  const bool is_strict = (relation == Relation::kLess) == holds;
  Term rest = terms.term(holds ? comparison.argument : terms.Multiply(comparison.argument, -1));
  int64_t factor = 0;
  for (size_t i = 0; i < rest.parts.size(); ++i) {
    if (rest.parts[i].atom != number) continue;
    factor = rest.parts[i].coefficient;
    rest.parts.erase(rest.parts.begin() + i);
    break;
  }
  if (factor <= 0 || factor > kMaxNumber) return {};
  // Between two pointers that a loop goes from one to the other there are whole elements.
  const bool is_of_elements = factor == pointer.width && IsCompared(rest, pointer);
  const int64_t limit = !is_strict ? 0 : is_of_elements ? -factor : -1;
  const TermId above = terms.Subtract(terms.Constant(limit), terms.InternTerm(std::move(rest)));
  if (const auto constant = terms.ConstantValue(above)) {
    if (*constant > kMaxNumber) return {};
    return {terms.Constant(*constant < 0 ? 0 : *constant / factor), 1};
  }
  return {above, factor};
}

// The bound, or one that is not less and that callers can tell, if a choice of numbers in it is not
// more than one of them; else kNothing.
TermId ByInputs(const Frame& frame, const State& state, TermId bound) {
  TermTable& terms = frame.terms;
  if (IsBoundByInputs(frame, bound)) return bound;
  const Term term = terms.term(bound);
  for (const Part& part : term.parts) {
    if (part.coefficient != 1 || terms.atom(part.atom).kind != AtomKind::kPhi) continue;
    const TermId others = terms.Subtract(bound, terms.Of(part.atom));
    for (const Fact& fact : state.facts) {
      const Greatest greatest = GreatestBy(terms, fact, part.atom, {});
      if (greatest.value == kNothing || greatest.times != 1) continue;
      const TermId sum = terms.Add(others, greatest.value);
      if (IsBoundByInputs(frame, sum)) return sum;
    }
  }
  return kNothing;
}

int64_t CoefficientIn(const TermTable& terms, TermId sum, AtomId atom) {
  for (const Part& part : terms.term(sum).parts) {
    if (part.atom == atom) return part.coefficient;
  }
  return 0;
}

// What the difference of a size and a number that was taken from a counter is at most, if a branch
// compared them: in the last of several pieces of work the size says less than the pieces' length.
std::optional<int64_t> LeftBehindNumber(const Frame& frame, const State& state, TermId difference) {
  TermTable& terms = frame.terms;
  std::optional<int64_t> most;
  const auto include = [&](int64_t limit) {
    if (0 <= limit && limit <= kMaxNumber) most = most ? std::min(*most, limit) : limit;
  };
  for (const Part& part : terms.term(difference).parts) {
    if (!IsTaken(terms.atom(part.atom)) || part.coefficient >= 0) continue;
    const Range number = RangeOf(frame, state, terms.Of(part.atom));
    if (number.low > 0) include(RangeOf(frame, state, difference).high);
    for (const Fact& fact : state.facts) {
      const Atom comparison = terms.atom(fact.atom);
      if (comparison.kind != AtomKind::kComparison || fact.range.low != fact.range.high) continue;
      const auto relation = static_cast<Relation>(comparison.index);
      if (relation == Relation::kEqual) continue;
      if (CoefficientIn(terms, comparison.argument, part.atom) == 0) continue;
      const bool holds = fact.range.low == 1;
      const int64_t limit = (relation == Relation::kLess) == holds ? -1 : 0;
      const TermId compared = terms.Multiply(comparison.argument, holds ? 1 : -1);  // <= limit
      const int64_t times = part.coefficient / CoefficientIn(terms, compared, part.atom);
      const auto beyond = terms.ConstantDifference(difference, terms.Multiply(compared, times));
      if (times > 0 && beyond) include(*beyond + times * limit);
    }
  }
  return most;
}

Greatest LastValue(Frame& frame, const State& state, AtomId counter, const Moved& pointer) {
  TermTable& terms = frame.terms;
  Greatest last;
  for (const Fact& fact : state.facts) {
    Greatest bound = GreatestBy(terms, fact, counter, pointer);
    if (bound.value != kNothing) bound.value = ByInputs(frame, state, bound.value);
    if (bound.value == kNothing) continue;
    if (const auto left = LeftBehindNumber(frame, state, bound.value); left && bound.times == 1) {
      bound.value = terms.Constant(*left);
    }
    const auto known = last.value == kNothing ? std::nullopt : terms.ConstantValue(last.value);
    const auto constant = terms.ConstantValue(bound.value);
    if (last.value == kNothing || (constant && (!known || *constant < *known))) last = bound;
  }
  return last;
}

// The least or greatest value of the term over all values of the counters.
TermId Extreme(TermTable& terms, TermId id, const std::vector<Counter>& counters, bool greatest) {
  const Term term = terms.term(id);
  TermId result = id;
  for (const Part& part : term.parts) {
    auto counter = std::find_if(counters.begin(), counters.end(),
                                [&](const Counter& c) { return c.atom == part.atom; });
    if (counter == counters.end()) continue;
    result = terms.Subtract(result, terms.Multiply(terms.Of(part.atom), part.coefficient));
    const bool is_last = (part.coefficient > 0) == greatest;
    const TermId extreme =
        is_last ? terms.Multiply(counter->last.value, part.coefficient / counter->last.times)
                : terms.Multiply(counter->first, part.coefficient);
    result = terms.Add(result, extreme);
  }
  return result;
}

// Whether all that the number is multiplied with is positive where the span is not empty.
bool IsInLengthOf(TermTable& terms, TermId factor, TermId first, TermId end) {
  const Term& parts = terms.term(factor);
  const TermId length = terms.Subtract(end, first);
  const Term& all = terms.term(length);
  if (parts.parts.empty() || all.parts.empty() || all.parts[0].coefficient == 0) return false;
  const int64_t times = all.parts[0].coefficient / parts.parts[0].coefficient;
  return times > 0 && terms.Multiply(factor, times) == length;
}

// Turns of loops that are multiplied with what is no constant: of the rows that a thread has drawn,
// each is as long as the table is wide.
void BoundByProducts(Frame& frame, const State& state, Access* access) {
  TermTable& terms = frame.terms;
  if (access->first == kNothing) return;
  const Term sum = terms.term(access->first);
  std::vector<AtomId> counters;
  for (const Part& part : sum.parts) {
    if (terms.atom(part.atom).kind != AtomKind::kProduct) continue;
    for (const Part& factor : terms.term(terms.atom(part.atom).argument).parts) {
      const Atom& atom = terms.atom(factor.atom);
      if (atom.kind == AtomKind::kIteration && atom.context == kNoContext &&
          atom.name == frame.name) {
        InsertSorted(&counters, factor.atom);
      }
    }
  }
  for (AtomId counter : counters) {
    const TermId factor = terms.FactorOf(access->first, counter);
    if (factor == kNothing || terms.ConstantValue(factor) ||
        factor != terms.FactorOf(access->end, counter) ||
        !IsInLengthOf(terms, factor, access->first, access->end)) {
      continue;
    }
    const Greatest last = LastValue(frame, state, counter, {});
    const auto most = last.value == kNothing ? std::nullopt : terms.ConstantValue(last.value);
    if (!most || *most < 0 || *most > kMaxNumber) continue;
    const TermId here = terms.Product(factor, terms.Of(counter));
    access->first = terms.Subtract(access->first, here);
    access->end = terms.Add(terms.Subtract(access->end, here), terms.Multiply(factor, *most));
  }
}

void BoundByCounters(Frame& frame, const State& state, Access* access) {
  TermTable& terms = frame.terms;
  const bool known = access->first != kNothing;
  const TermId first = known ? access->first : access->address;
  const TermId end = known ? access->end : terms.AddConstant(access->address, access->width);
  const Moved pointer{terms.Base(access->address), access->width};
  std::vector<Counter> counters;
  for (TermId side : {first, end}) {
    const Term term = terms.term(side);
    for (const Part& part : term.parts) {
      const Atom& atom = terms.atom(part.atom);
      if (std::abs(part.coefficient) > kMaxNumber || atom.kind != AtomKind::kIteration ||
          atom.context != kNoContext || atom.name != frame.name) {
        continue;
      }
      const Greatest last = LastValue(frame, state, part.atom, pointer);
      if (last.value != kNothing && part.coefficient % last.times == 0) {
        counters.push_back({part.atom, kZero, last});
      }
    }
  }
  const auto is_bound = [&](AtomId number) {
    return std::any_of(counters.begin(), counters.end(), [&](const Counter& counter) {
      const auto& parts = terms.term(counter.last.value).parts;
      return std::any_of(parts.begin(), parts.end(),
                         [&](const Part& part) { return part.atom == number; });
    });
  };
  // Beside what is reckoned from it, a number says more than all its values do.
  const auto is_used_twice = [&](const Term& sum, AtomId number) {
    return std::any_of(sum.parts.begin(), sum.parts.end(), [&](const Part& part) {
      return part.atom != number && terms.Mentions(terms.Of(part.atom), number);
    });
  };
  for (TermId side : {first, end}) {
    if (known) break;  // bounds beside a number say more than all its values do
    const Term term = terms.term(side);
    for (const Part& part : term.parts) {
      const Atom& atom = terms.atom(part.atom);
      // A number drawn from a counter, or up to which a loop counts, says more than all that it may
      // be.
      const bool is_number =
          (atom.kind == AtomKind::kUnknown && !atom.is_pointer && !IsTaken(atom)) ||
          atom.kind == AtomKind::kRemainder || atom.kind == AtomKind::kQuotient;
      if (!is_number || std::abs(part.coefficient) > kMaxNumber || is_bound(part.atom) ||
          is_used_twice(term, part.atom)) {
        continue;
      }
      const Range range = RangeOf(frame, state, terms.Of(part.atom));
      if (range.low < -kMaxNumber || range.high > kMaxNumber) continue;
      counters.push_back({part.atom, terms.Constant(range.low), {terms.Constant(range.high), 1}});
    }
  }
  if (counters.empty()) return;
  access->first = Extreme(terms, first, counters, /*greatest=*/false);
  access->end = Extreme(terms, end, counters, /*greatest=*/true);
}

bool IsOfKnownSize(TermTable& terms, const Access& access) {
  return access.first != kNothing && terms.ConstantDifference(access.end, access.first);
}

// An index is in its array even if it is reckoned so that it might be negative.
void Narrow(TermTable& terms, TermId first, TermId end, Access* access) {
  const auto behind = terms.ConstantDifference(first, access->first);
  const auto before = terms.ConstantDifference(access->end, end);
  if (behind && *behind > 0) access->first = first;
  if (before && *before > 0) access->end = end;
}

// Whether it is one number in all turns of the procedure's loops.
bool IsKnownAtEntry(const TermTable& terms, TermId term) {
  constexpr uint32_t kOfProcedure =
      TermTable::KindBit(AtomKind::kIteration) | TermTable::KindBit(AtomKind::kUnknown) |
      TermTable::KindBit(AtomKind::kShared) | TermTable::KindBit(AtomKind::kPhi) |
      TermTable::KindBit(AtomKind::kAny) | TermTable::KindBit(AtomKind::kBound);
  return (terms.KindsIn(term) & kOfProcedure) == 0;
}

// Whether inputs say which part of an array it is, as the number of a thread does: two of these
// parts may be told apart.
bool IsPartByInputs(const TermTable& terms, const Access& access) {
  return access.first != kNothing && IsKnownAtEntry(terms, access.first) &&
         IsKnownAtEntry(terms, access.end);
}

// The array that the part is of, from where to before where behind its object.
void AddWhole(const TermTable& terms, TermId behind, int64_t first, int64_t end, Access* access) {
  const bool is_known = absl::c_any_of(access->in_elements, [&](const ElementPart& known) {
    return known == ElementPart{behind, first, end};
  });
  if (!is_known && terms.Base(behind) == kNothing && !terms.term(behind).is_constant()) {
    access->in_elements.push_back({behind, first, end});
  }
}

// Bytes between the places in the object that the choice is of, and where the first of them may be;
// 1 if nothing is known of that.
struct Places {
  int64_t step = 1;
  int64_t first = 0;
};
Places PlacesOf(Frame& frame, AtomId choice, AtomId object) {
  TermTable& terms = frame.terms;
  std::vector<AtomId> choices = {choice};
  std::optional<int64_t> first;
  int64_t step = 0;
  for (size_t i = 0; i < choices.size(); ++i) {
    const Choice from = terms.ChoiceOf(choices[i]);
    if (from.open) return {};
    for (TermId option : from.options) {
      const AtomId base = terms.Base(option);
      if (base == kNothing && terms.ConstantValue(option)) continue;  // null
      if (base != kNothing && terms.Of(base) == option && terms.atom(base).kind == AtomKind::kPhi) {
        if (!absl::c_linear_search(choices, base)) choices.push_back(base);
        continue;
      }
      if (base != object) return {};
      const Term offset = terms.term(terms.Offset(option));
      for (const Part& part : offset.parts) step = std::gcd(step, part.coefficient);
      step = std::gcd(step, offset.constant - first.value_or(offset.constant));
      first = std::min(first.value_or(offset.constant), offset.constant);
    }
  }
  if (!first || step <= 1 || step > kMaxNumber) return {};
  return {step, *first};
}

// The address. Of one that a choice leads to, or of which only the object is known: any in the one
// object that there is to choose, by a number as others have it.
TermId InOneObject(Frame& frame, TermId address) {
  TermTable& terms = frame.terms;
  const AtomId base = terms.Base(address);
  if (base == kNothing) return address;
  const bool is_choice = terms.atom(base).kind == AtomKind::kPhi;
  if (!is_choice && !terms.IsAny(address)) return address;
  const AtomId object = is_choice ? frame.targets.OnlyBase(base) : base;
  if (object == kNothing) return address;
  const TermId number = frame.Unknown(/*is_pointer=*/false, 7);
  const bool is_behind = is_choice && terms.term(terms.Offset(address)).is_constant();
  const Places places = is_behind ? PlacesOf(frame, base, object) : Places();
  if (places.step == 1) return terms.Add(terms.Of(object), number);
  const int64_t behind = terms.term(terms.Offset(address)).constant;
  return terms.AddConstant(terms.Add(terms.Of(object), terms.Multiply(number, places.step)),
                           places.first + behind);
}

}  // namespace

void BoundByReach(Frame& frame, Access* access) {
  TermTable& terms = frame.terms;
  const AtomId object = terms.Base(access->address);
  // An address less another one is a number, whatever it was reckoned from.
  if (object == kNothing || terms.term(access->address).parts.size() < 2) return;
  if (access->in_elements.empty()) {
    access->in_elements = frame.reaches.ElementsOf(access->address);
    for (ElementPart& part : access->in_elements) part.end += access->width - 1;
  }
  const Reach reach = frame.reaches.Of(access->address);
  if (!reach.is_known()) return;
  const TermId base = terms.Of(object);
  const TermId first = terms.AddConstant(base, reach.first);
  const TermId end = terms.AddConstant(base, reach.last + access->width);
  const bool known = access->first != kNothing;
  const auto behind = known ? terms.ConstantDifference(access->first, first) : std::nullopt;
  const auto before = known ? terms.ConstantDifference(end, access->end) : std::nullopt;
  // So many bytes from where a number says.
  if (!behind && !before && IsOfKnownSize(terms, *access)) return;
  if (!behind && !before && IsPartByInputs(terms, *access)) {
    return AddWhole(terms, terms.Subtract(access->address, base), reach.first,
                    reach.last + access->width, access);
  }
  if (!behind || *behind < 0) access->first = first;
  if (!before || *before < 0) access->end = end;
}

void BoundAccess(Frame& frame, const State& state, Access* access) {
  if (access->width == 0 || frame.is_over_budget()) return;
  BoundByCounters(frame, state, access);
  BoundByProducts(frame, state, access);
  BoundByReach(frame, access);
}

void BoundByPlace(Frame& frame, const State& state, const ir::Place& place, Access* access) {
  if (access == nullptr || access->width == 0) return BoundByArray(frame, place.base, access);
  TermTable& terms = frame.terms;
  TermId first = access->address, end = terms.AddConstant(first, access->width);
  for (const ir::IndexTerm& term : place.terms) {
    const TermId index = ValueOf(frame, state, term.index);
    const bool bounded = IsBounded(term) && !terms.term(index).is_constant();
    if (!bounded) continue;
    const TermId bytes = terms.Multiply(index, term.stride);
    first = terms.Subtract(first, bytes);
    end = terms.AddConstant(terms.Subtract(end, bytes),
                            static_cast<int64_t>(term.extent - 1) * term.stride);
  }
  if (first == access->address) return BoundByArray(frame, place.base, access);
  if (IsOfKnownSize(terms, *access)) return Narrow(terms, first, end, access);
  // A part of a row, from where inputs say, is less than the row.
  const bool is_part = IsInRow(place) && access->first != kNothing &&
                       !terms.ConstantDifference(access->first, first);
  if (is_part) return;
  access->first = first;
  access->end = end;
  BoundAccess(frame, state, access);
}

std::vector<TermId> UpperBounds(Frame& frame, const State& state, AtomId number) {
  std::vector<TermId> bounds;
  for (const Fact& fact : state.facts) {
    const Greatest greatest = GreatestBy(frame.terms, fact, number, {});
    if (greatest.value == kNothing || greatest.times != 1 || frame.terms.IsAny(greatest.value)) {
      continue;
    }
    InsertSorted(&bounds, frame.terms.AddConstant(greatest.value, 1));
  }
  return bounds;
}

void BoundByArray(Frame& frame, const ir::Operand& pointer, Access* access) {
  if (access == nullptr || access->kind == AccessKind::kFree) return;
  TermTable& terms = frame.terms;
  const bool is_of_known_size = IsOfKnownSize(terms, *access);
  const TermId address = is_of_known_size ? access->address : InOneObject(frame, access->address);
  const auto array = frame.array_pointers.ArrayOf(pointer, address);
  if (!array) return;
  if (is_of_known_size) {
    return Narrow(terms, array->start, terms.AddConstant(array->start, array->bytes), access);
  }
  access->is_certain &= access->address == address;
  access->address = address;
  const TermId end = terms.AddConstant(array->start, array->bytes);
  const auto distance = terms.ConstantDifference(access->address, array->start);
  const AtomId object = terms.Base(access->address);
  const auto start = terms.Base(array->start) == object && object != kNothing
                         ? terms.ConstantDifference(array->start, terms.Of(object))
                         : std::nullopt;
  if (!distance && start && access->width > 0 && IsPartByInputs(terms, *access)) {
    AddWhole(terms, terms.Subtract(access->address, terms.Of(object)), *start,
             *start + array->bytes, access);
  } else if (!distance) {
    access->first = array->start;
    access->end = end;
  } else if (access->width == 0 && *distance >= 0 && *distance < array->bytes) {
    access->first = access->address;
    access->end = end;
    for (ElementPart part : frame.reaches.ElementsOf(access->address)) {
      part.end += array->bytes - *distance - 1;
      access->in_elements.push_back(part);
    }
  }
}

}  // namespace plait
