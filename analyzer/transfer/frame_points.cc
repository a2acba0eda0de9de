// The part of Frame that says what is known at a point: conditions on what came in, values that
// were seen, and the cells that they were loaded from.
#include <algorithm>
#include <climits>
#include <cstdlib>
#include <iterator>
#include <optional>

#include "absl/container/inlined_vector.h"
#include "analyzer/transfer/arithmetic.h"
#include "analyzer/transfer/arrivals.h"
#include "analyzer/transfer/escape.h"
#include "analyzer/transfer/frame.h"
#include "analyzer/transfer/memory.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

constexpr int kMaxChoiceDepth = 3;

// The `count` of the lowest rank, the first of those of one rank, in the order they had.
template <typename T, typename Rank>
void KeepLowest(size_t count, Rank rank, absl::InlinedVector<T, 16>* sorted) {
  if (count >= sorted->size()) return;
  absl::InlinedVector<int, 16> ranks;
  for (const T& element : *sorted) ranks.push_back(rank(element));
  absl::InlinedVector<int, 16> by_rank = ranks;
  std::sort(by_rank.begin(), by_rank.end());
  const int last = count == 0 ? INT_MIN : by_rank[count - 1];
  size_t of_last =
      count - (std::lower_bound(by_rank.begin(), by_rank.end(), last) - by_rank.begin());
  size_t kept = 0;
  for (size_t i = 0; i < sorted->size(); ++i) {
    if (ranks[i] > last || (ranks[i] == last && of_last == 0)) continue;
    if (ranks[i] == last) --of_last;
    (*sorted)[kept++] = (*sorted)[i];
  }
  sorted->resize(kept);
}

// Adds `outer` to `near`, both sorted without duplicates. If that is more than `limit`, the ones of
// the lowest rank stay of each, and at least `reserved` of `outer`.
template <typename T, typename Rank>
void AddBounded(const std::vector<T>& outer, size_t limit, size_t reserved, Rank rank,
                std::vector<T>* near) {
  absl::InlinedVector<T, 16> added;
  std::set_difference(outer.begin(), outer.end(), near->begin(), near->end(),
                      std::back_inserter(added));
  if (near->size() + added.size() > limit) {
    absl::InlinedVector<T, 16> kept(near->begin(), near->end());
    KeepLowest(limit - std::min(added.size(), reserved), rank, &kept);
    near->assign(kept.begin(), kept.end());
    KeepLowest(limit - near->size(), rank, &added);
  }
  const auto middle = static_cast<ptrdiff_t>(near->size());
  near->insert(near->end(), added.begin(), added.end());
  std::inplace_merge(near->begin(), near->begin() + middle, near->end());
}

// Whether it compares a choice with what it is a choice of, which says nothing of the way there.
bool ComparesChoiceWithOption(TermTable& terms, const Atom& comparison) {
  const Term difference = terms.term(comparison.argument);
  return std::any_of(difference.parts.begin(), difference.parts.end(), [&](const Part& part) {
    if (terms.atom(part.atom).kind != AtomKind::kPhi || std::abs(part.coefficient) != 1) {
      return false;
    }
    const TermId choice = terms.Multiply(terms.Of(part.atom), part.coefficient);
    const TermId other =
        terms.Multiply(terms.Subtract(comparison.argument, choice), -part.coefficient);
    return ContainsSorted(terms.ChoiceOf(part.atom).options, other);
  });
}

}  // namespace

bool Frame::IsOfCaller(TermId compared) const {
  if (terms.MentionsKind(compared, AtomKind::kFormal)) return true;
  const Term& number = terms.term(compared);
  if (number.parts.size() != 1) return false;
  const Atom& loaded = terms.atom(number.parts[0].atom);
  const AtomId variable = loaded.kind == AtomKind::kInitial ? terms.Base(loaded.argument)
                                                            : static_cast<AtomId>(kNothing);
  return variable != kNothing && terms.atom(variable).kind == AtomKind::kGlobal &&
         environment.IsOfMainThread(terms.atom(variable).name, name);
}

// Branches taken on what the caller passed, or on which thread this is: the caller, or the tree of
// threads, may know that it never goes this way.
std::optional<Frame::Condition> Frame::ConditionOf(const Fact& fact) {
  const Atom& atom = terms.atom(fact.atom);
  if (atom.kind != AtomKind::kComparison || fact.range.low != fact.range.high) return std::nullopt;
  const TermId compared = terms.Of(fact.atom);
  const TermId holds = fact.range.low == 1 ? compared : terms.Subtract(terms.Constant(1), compared);
  const bool is_of_self =
      terms.MentionsKind(atom.argument, AtomKind::kSelf) || TakenNumberIn(terms, holds).has_value();
  if (!is_of_self && !IsOfCaller(atom.argument)) return std::nullopt;
  if (ComparesChoiceWithOption(terms, atom)) return std::nullopt;
  return Condition{holds, is_of_self};
}

TermId Frame::ConditionOnPassed(const State& state) {
  TermId first = kZero;
  for (const Fact& fact : state.facts) {
    const auto condition = ConditionOf(fact);
    if (!condition || !terms.MentionsKind(condition->holds, AtomKind::kFormal)) continue;
    if (terms.EqualityOf(condition->holds) != kNothing) return condition->holds;
    if (first == kZero) first = condition->holds;
  }
  return first;
}

// What is equal to one number is, of that, not equal to any other: a switch says both.
void Frame::PutEqualitiesFirst(std::vector<Condition>* conditions) {
  const auto is_equality = [&](const Condition& c) {
    return terms.EqualityOf(c.holds) != kNothing;
  };
  const auto rest = std::stable_partition(conditions->begin(), conditions->end(), is_equality);
  const std::vector<Condition> equalities(conditions->begin(), rest);
  const auto follows = [&](const Condition& c) {
    const AtomId other = terms.EqualityOf(terms.Subtract(terms.Constant(1), c.holds));
    return other != kNothing &&
           std::any_of(equalities.begin(), equalities.end(), [&](const Condition& known) {
             const TermId equal = terms.atom(terms.EqualityOf(known.holds)).argument;
             return terms.ConstantDifference(equal, terms.atom(other).argument).value_or(0) != 0;
           });
  };
  conditions->erase(std::remove_if(rest, conditions->end(), follows), conditions->end());
}

// What the procedure itself has put there is something else.
TermId Frame::ForeignFor(const Fact& fact) const {
  const Atom& atom = terms.atom(fact.atom);
  // A procedure that is too large to be followed may have put other values there.
  if (atom.kind != AtomKind::kPhi || is_over_budget()) return kNothing;
  const Choice& choice = terms.ChoiceOf(fact.atom);
  const bool is_null = fact.range.low == 0 && fact.range.high == 0;
  TermId cell = kNothing;
  if (choice.open) return kNothing;
  for (TermId option : choice.options) {
    const Term& term = terms.term(option);
    if (term.is_constant()) {
      if (fact.range.Includes(term.constant)) return kNothing;
      continue;
    }
    const AtomId base = terms.Base(option);
    if (is_null && base != kNothing && IsObject(terms.atom(base).kind)) continue;
    if (term.constant != 0 || term.parts.size() != 1 || term.parts[0].coefficient != 1) {
      return kNothing;
    }
    const Atom& from = terms.atom(term.parts[0].atom);
    if (from.kind != AtomKind::kShared || (cell != kNothing && cell != from.argument)) {
      return kNothing;
    }
    cell = from.argument;
  }
  return cell;
}

Frame::Learnt Frame::LearntIn(const State& state) {
  Learnt learnt;
  for (const Fact& fact : state.facts) {
    if (const auto condition = ConditionOf(fact)) learnt.conditions.push_back(*condition);
    const TermId foreign = ForeignFor(fact);
    if (foreign != kNothing) InsertSorted(&learnt.foreign, foreign);
  }
  PutEqualitiesFirst(&learnt.conditions);
  std::stable_partition(
      learnt.conditions.begin(), learnt.conditions.end(), [&](const Condition& condition) {
        return condition.is_of_self || terms.MentionsKind(condition.holds, AtomKind::kFormal);
      });
  learnt.observed = ObservedBy(state);
  SortUnique(&learnt.observed);
  return learnt;
}

Frame::LoadedCell Frame::CellOf(AtomId id, const Range& range, int depth) const {
  if (auto known = loaded_.find(id); known != loaded_.end()) return known->second;
  const Atom& atom = terms.atom(id);
  if (atom.kind == AtomKind::kInitial || atom.kind == AtomKind::kShared) {
    return {atom.argument, atom.index};
  }
  if (depth == 0) return {};
  if (IsTaken(atom)) return CellOfTaken(id, range, depth);
  if (atom.kind != AtomKind::kPhi) return {};
  const Choice& choice = terms.ChoiceOf(id);
  if (choice.open || choice.options.empty()) return {};
  LoadedCell cell;
  for (TermId option : choice.options) {
    const Term& term = terms.term(option);
    if (term.is_constant() && !range.Includes(term.constant)) continue;
    if (term.constant != 0 || term.parts.size() != 1 || term.parts[0].coefficient != 1) return {};
    if (term.parts[0].atom == id) continue;
    const LoadedCell from = CellOf(term.parts[0].atom, range, depth - 1);
    if (from.address == kNothing || (cell.address != kNothing && !(cell == from))) return {};
    cell = from;
  }
  return cell;
}

// A number that was taken from a counter was loaded from it before.
Frame::LoadedCell Frame::CellOfTaken(AtomId id, const Range& range, int depth) const {
  auto made = computed_from.find(id);
  if (made == computed_from.end() || made->second.size() != 1) return {};
  const Term& found = terms.term(made->second[0]);
  return found.parts.size() == 1 ? CellOf(found.parts[0].atom, range, depth - 1) : LoadedCell();
}

Frame::LoadedCell Frame::CellOf(AtomId id) const { return CellOf(id, Range(), kMaxChoiceDepth); }

// What a comparison of two loaded values has told of their difference.
std::optional<Observation> Frame::DifferenceOf(const Fact& fact) const {
  const Atom& comparison = terms.atom(fact.atom);
  if (fact.range.low != fact.range.high) return std::nullopt;
  const Term& compared = terms.term(comparison.argument);
  if (compared.parts.size() != 2 || terms.Base(comparison.argument) != kNothing) {
    return std::nullopt;
  }
  const Part &x = compared.parts[0], &y = compared.parts[1];
  if (x.coefficient + y.coefficient != 0 || std::abs(x.coefficient) != 1) return std::nullopt;
  const LoadedCell a = CellOf(x.atom), b = CellOf(y.atom);
  if (a.address == kNothing || b.address == kNothing || a.width != b.width) return std::nullopt;
  // The two ends of a ring lie in one object, or are variables.
  const AtomId base = terms.Base(a.address), other = terms.Base(b.address);
  const auto is_variable = [&](AtomId id) {
    return id != kNothing && terms.atom(id).kind == AtomKind::kGlobal;
  };
  const bool are_variables = is_variable(base) && is_variable(other) &&
                             comparison.index == static_cast<uint32_t>(Relation::kEqual);
  if (base != other && !are_variables) return std::nullopt;
  constexpr int64_t kFarthest = int64_t{1} << 32;
  const bool holds = fact.range.low == 1;
  if (std::abs(compared.constant) > kFarthest) return std::nullopt;
  // sign * (a - b) + constant, compared to 0
  const int64_t bound = -compared.constant;
  int64_t low = INT64_MIN, high = INT64_MAX;
  bool nonzero = false;
  switch (static_cast<Relation>(comparison.index)) {
    case Relation::kEqual:
      if (!holds && bound != 0) return std::nullopt;
      if (holds) low = high = bound;
      nonzero = !holds;
      break;
    case Relation::kLess:
      (holds ? high : low) = holds ? bound - 1 : bound;
      break;
    case Relation::kLessEqual:
      (holds ? high : low) = holds ? bound : bound + 1;
      break;
  }
  Observation seen{a.address, a.width, nonzero, low, high, b.address};
  if (x.coefficient < 0) std::swap(seen.cell, seen.other);
  return seen;
}

std::vector<Observation> Frame::ObservedBy(const State& state) const {
  std::vector<Observation> observed;
  const auto is_shared = [&](TermId address) {
    const AtomId base = terms.Base(address);
    return base != kNothing && !IsPrivate(*this, state, base) && !terms.IsAny(address) &&
           !terms.MentionsKind(address, AtomKind::kIteration);
  };
  for (const Fact& fact : state.facts) {
    const AtomKind kind = terms.atom(fact.atom).kind;
    if (kind == AtomKind::kComparison) {
      if (const auto seen = DifferenceOf(fact);
          seen && is_shared(seen->cell) && is_shared(seen->other)) {
        observed.push_back(*seen);
      }
      continue;
    }
    const bool is_loaded = kind == AtomKind::kInitial || kind == AtomKind::kShared ||
                           kind == AtomKind::kPhi || IsTaken(terms.atom(fact.atom));
    if (!is_loaded) continue;
    const LoadedCell cell = CellOf(fact.atom, fact.range, kMaxChoiceDepth);
    if (cell.address == kNothing || fact.range.is_full()) continue;
    if (!is_shared(cell.address)) continue;
    observed.push_back(
        {cell.address, cell.width, fact.range.nonzero, fact.range.low, fact.range.high});
  }
  return observed;
}

void Frame::AddObservations(const std::vector<Observation>& observed, Point* point) const {
  AddBounded(
      observed, kMaxObservations, kMaxOuter,
      [&](const Observation& seen) { return terms.Depth(seen.cell); }, &point->observed);
}

void Frame::DropThreadsNotStarted(const State& state, Point* point) {
  std::erase_if(point->live, [&](const ThreadRange& range) {
    if (terms.term(range.high).is_constant()) return false;
    return RangeOf(*this, state, terms.Subtract(range.high, range.low)).high <= 0;
  });
}

PointId Frame::InternPoint(const State& state) {
  Point point = state.point;
  SettleLast(state, &point);
  DropThreadsNotStarted(state, &point);
  return InternPoint(CellsOf(state.gates), LearntIn(state), &point);
}

std::vector<TermId> Frame::CellsOf(const std::vector<Gate>& gates) {
  std::vector<TermId> cells;
  for (const Gate& gate : gates) cells.push_back(gate.cell);
  SortUnique(&cells);
  return cells;
}

PointId Frame::InternPoint(const std::vector<TermId>& gates, const Learnt& learnt, Point* point) {
  std::erase_if(point->joined,
                [&](const ThreadRange& range) { return FindJoinedCell(range.token) != nullptr; });
  size_t uncertain = 0;
  std::erase_if(point->held, [&](const HeldLock& lock) {
    return !lock.certain && ++uncertain > kMaxUncertainLocks;
  });
  if (uncertain > kMaxUncertainLocks) AddGap(GapKind::kBudget, "too many locks held on some paths");
  AddBounded(
      gates, kMaxGates, kMaxOuter, [&](TermId cell) { return terms.Depth(cell); }, &point->gates);
  for (const Condition& condition : learnt.conditions) {
    if (point->conditions.size() >= MostConditions(condition.is_of_self)) continue;
    InsertSorted(&point->conditions, condition.holds);
  }
  AddObservations(learnt.observed, point);
  for (TermId cell : learnt.foreign) InsertSorted(&point->foreign, cell);
  return point_ids.FindOrAdd(*point, &summary.points);
}

}  // namespace plait
