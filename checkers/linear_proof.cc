#include "checkers/linear_proof.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "checkers/linear_system.h"

namespace plait {
namespace {

constexpr size_t kMostAtoms = 24;
constexpr size_t kMostSplits = 7;  // questions that have two cases or more each
constexpr int kMostSystems = 2000;

class Proof {
 public:
  Proof(TermTable& terms, absl::Span<const Term> goals, absl::Span<const Term> given)
      : terms_(terms), goals_(goals.begin(), goals.end()) {
    for (const Term& goal : goals_) Collect(goal);
    for (const Term& fact : given) Collect(fact);
    for (size_t i = 0; i < atoms_.size() && !is_too_large_; ++i) AssumeRange(atoms_[i]);
    for (const Term& fact : given) Assume(fact);
  }

  bool Succeeds() { return !is_too_large_ && HoldsForConditions(0); }

 private:
  // Numbers that wrap are too large for a fact.
  static int64_t Wrapped(uint64_t number) { return static_cast<int64_t>(number); }

  static Term Plus(const Term& term, int64_t constant) {
    Term sum = term;
    sum.constant = Wrapped(static_cast<uint64_t>(sum.constant) + static_cast<uint64_t>(constant));
    return sum;
  }

  static Term Minus(const Term& term) {
    Term opposite = term;
    opposite.constant = Wrapped(-static_cast<uint64_t>(term.constant));
    for (Part& part : opposite.parts) {
      part.coefficient = Wrapped(-static_cast<uint64_t>(part.coefficient));
    }
    return opposite;
  }

  Term Itself(AtomId atom) const {
    Term term;
    term.parts.push_back({atom, 1});
    return term;
  }

  // By value: collecting may add to the table.
  void Collect(Term term) {
    for (const Part& part : term.parts) CollectAtom(part.atom);
  }

  void CollectAtom(AtomId id) {
    if (std::find(atoms_.begin(), atoms_.end(), id) != atoms_.end()) return;
    if (atoms_.size() >= kMostAtoms) {
      is_too_large_ = true;
      return;
    }
    atoms_.push_back(id);
    const Atom atom = terms_.atom(id);
    switch (atom.kind) {
      case AtomKind::kComparison:
        conditions_.push_back(id);
        Collect(terms_.term(atom.argument));
        break;
      case AtomKind::kProduct:
        Collect(terms_.term(atom.argument));
        CollectFactors(id);
        break;
      case AtomKind::kSelect: {
        const Operands operands = terms_.OperandsOf(atom);
        Collect(operands.first);
        Collect(terms_.term(operands.second));
        selects_.push_back(id);
        break;
      }
      case AtomKind::kQuotient:
      case AtomKind::kRemainder:
        if (Divisor::FromIndex(atom.index).number != 0) {
          divisions_.push_back(id);
          Collect(terms_.term(atom.argument));
        } else {
          const Operands operands = terms_.OperandsOf(atom);
          Collect(operands.first);
          Collect(terms_.term(operands.second));
          named_divisions_.push_back(id);
        }
        break;
      default:
        break;
    }
  }

  // What each factor of the product is multiplied with.
  void CollectFactors(AtomId product) {
    const Term factors = terms_.term(terms_.atom(product).argument);
    for (const Part& part : factors.parts) {
      TermId others = terms_.Constant(1);
      for (const Part& other : factors.parts) {
        const int64_t times = other.coefficient - (other.atom == part.atom ? 1 : 0);
        for (int64_t i = 0; i < times; ++i) others = terms_.Product(others, terms_.Of(other.atom));
      }
      if (terms_.IsAny(others)) continue;
      const Term& multiplier = terms_.term(others);
      if (multiplier.parts.size() != 1) continue;
      if (multiplier.parts[0].atom != product) CollectAtom(multiplier.parts[0].atom);
      auto known = std::find_if(multiplied_.begin(), multiplied_.end(),
                                [&](const Multiplied& m) { return m.by == others; });
      if (known == multiplied_.end()) known = multiplied_.insert(known, {others, {}});
      known->numbers.push_back(part.atom);
    }
  }

  size_t IndexOf(AtomId atom) const {
    return std::find(atoms_.begin(), atoms_.end(), atom) - atoms_.begin();
  }

  std::optional<LinearFact> FactOf(const Term& term) const {
    LinearFact fact;
    fact.coefficients.resize(atoms_.size(), 0);
    if (!IsSmall(term.constant)) return std::nullopt;
    for (const Part& part : term.parts) {
      const size_t index = IndexOf(part.atom);
      if (index == atoms_.size() || !IsSmall(part.coefficient)) return std::nullopt;
      fact.coefficients[index] += part.coefficient;
    }
    fact.constant = term.constant;
    return Normalise(&fact) ? std::optional(std::move(fact)) : std::nullopt;
  }

  // The term is not negative.
  void Assume(const Term& term) {
    std::optional<LinearFact> fact = FactOf(term);
    if (!fact.has_value()) return;
    facts_.push_back(*std::move(fact));
    assumed_.push_back(term);
  }

  void AssumeSum(const Term& term, AtomId atom, int64_t coefficient) {
    Term sum = term;
    sum.parts.push_back({atom, coefficient});
    if (std::optional<LinearFact> fact = FactOf(sum)) facts_.push_back(*std::move(fact));
  }

  void AssumeRange(AtomId id) {
    const AtomKind kind = terms_.atom(id).kind;
    if (kind == AtomKind::kIteration) Assume(Itself(id));
  }

  struct Mark {
    size_t facts = 0, assumed = 0;
  };
  Mark Here() const { return {facts_.size(), assumed_.size()}; }
  void Return(const Mark& mark) {
    facts_.resize(mark.facts);
    assumed_.resize(mark.assumed);
  }

  bool IsContradiction() {
    return ++systems_ <= kMostSystems && AreContradictory(facts_, atoms_.size());
  }

  // Whether the term is not negative by linear arithmetic alone.
  bool Follows(const Term& term) {
    const std::optional<LinearFact> opposite = FactOf(Plus(Minus(term), -1));
    if (!opposite.has_value() || ++systems_ > kMostSystems) return false;
    std::vector<LinearFact> facts = facts_;
    facts.push_back(*opposite);
    return AreContradictory(std::move(facts), atoms_.size());
  }

  // Runs the rest of the proof with one more thing assumed.
  template <typename Assumption, typename Rest>
  bool HoldsIf(const Assumption& assume, const Rest& rest) {
    const Mark mark = Here();
    assume();
    const bool holds = rest();
    Return(mark);
    return holds;
  }

  bool HoldsForConditions(size_t next) {
    if (next == conditions_.size()) {
      return HoldsIf([&] { AssumeSelected(); }, [&] { return HoldsForDivisions(0); });
    }
    const AtomId id = conditions_[next];
    if (next >= kMostSplits) {
      return HoldsIf(
          [&] {
            Assume(Itself(id));
            Assume(Plus(Minus(Itself(id)), 1));
          },
          [&] { return HoldsForConditions(next + 1); });
    }
    const Atom atom = terms_.atom(id);
    const Term compared = terms_.term(atom.argument);
    const auto relation = static_cast<Relation>(atom.index);
    const auto holds_if = [&](bool outcome, const Term& first, const Term& second) {
      return HoldsIf(
          [&] {
            Assume(Plus(Itself(id), outcome ? -1 : 0));
            Assume(Plus(Minus(Itself(id)), outcome ? 1 : 0));
            Assume(first);
            Assume(second);
          },
          [&] { return IsContradiction() || HoldsForConditions(next + 1); });
    };
    switch (relation) {
      case Relation::kEqual: {
        const Term above = Plus(compared, -1), below = Plus(Minus(compared), -1);
        return holds_if(true, compared, Minus(compared)) && holds_if(false, above, above) &&
               holds_if(false, below, below);
      }
      case Relation::kLess: {
        const Term below = Plus(Minus(compared), -1);
        return holds_if(true, below, below) && holds_if(false, compared, compared);
      }
      case Relation::kLessEqual: {
        const Term above = Plus(compared, -1);
        return holds_if(true, Minus(compared), Minus(compared)) && holds_if(false, above, above);
      }
    }
    return false;
  }

  // What a branch chose is what it chose there, or 0, once it is known how it came out.
  void AssumeSelected() {
    for (AtomId id : selects_) {
      const Operands operands = terms_.OperandsOf(terms_.atom(id));
      const Term condition = terms_.term(operands.second);
      if (Follows(Plus(condition, -1))) {
        AssumeSum(operands.first, id, -1);
        AssumeSum(Minus(operands.first), id, 1);
      } else if (Follows(Minus(condition))) {
        Assume(Itself(id));
        Assume(Minus(Itself(id)));
      }
    }
  }

  bool HoldsForDivisions(size_t next) {
    if (next == divisions_.size()) {
      // Mostly it does not matter in which order numbers are.
      return HoldsForSigns(0, kMostSplits) || HoldsForOrders(0, 0);
    }
    if (next >= kMostSplits) return false;
    const Atom atom = terms_.atom(divisions_[next]);
    const Divisor divisor = Divisor::FromIndex(atom.index);
    const bool is_size = !divisor.is_signed && divisor.is_wide &&
                         terms_.ConstantValue(atom.argument).value_or(0) >= 0;
    for (bool is_negative : {false, true}) {
      if (is_negative && is_size) break;
      const bool holds = HoldsIf([&] { AssumeDivision(divisions_[next], is_negative); },
                                 [&] { return HoldsForDivisions(next + 1); });
      if (!holds) return false;
    }
    return true;
  }

  // What the atom is if what it divides is not negative; else, if it is.
  void AssumeDivision(AtomId id, bool is_negative) {
    const Atom atom = terms_.atom(id);
    const Divisor divisor = Divisor::FromIndex(atom.index);
    const int64_t d = divisor.number;
    const Term itself = Itself(id), argument = terms_.term(atom.argument);
    const auto of_sign = [&](const Term& term) { return is_negative ? Minus(term) : term; };
    Assume(Plus(of_sign(argument), is_negative ? -1 : 0));
    // As a number without a sign it is another one.
    if (is_negative && !divisor.is_signed) return Assume(itself);
    Assume(of_sign(itself));
    const int64_t sign = is_negative ? -1 : 1;
    if (atom.kind == AtomKind::kQuotient) {
      AssumeSum(of_sign(argument), id, -sign * d);
      AssumeSum(Plus(of_sign(Minus(argument)), d - 1), id, sign * d);
      return;
    }
    Assume(Plus(of_sign(Minus(itself)), d - 1));
    AssumeSum(of_sign(argument), id, -sign);
    AssumeQuotient(id, atom);
  }

  // argument = d * quotient + remainder, where both are mentioned.
  void AssumeQuotient(AtomId remainder, const Atom& atom) {
    for (AtomId other : divisions_) {
      const Atom& quotient = terms_.atom(other);
      if (quotient.kind != AtomKind::kQuotient || quotient.argument != atom.argument ||
          quotient.index != atom.index) {
        continue;
      }
      Term rest = terms_.term(atom.argument);
      rest.parts.push_back({remainder, -1});
      const int64_t d = Divisor::FromIndex(atom.index).number;
      AssumeSum(rest, other, -d);
      AssumeSum(Minus(rest), other, d);
    }
  }

  // Of two numbers that are multiplied with one other, one is not less than the other.
  bool HoldsForOrders(size_t next, size_t splits) {
    size_t count = 0;
    for (const Multiplied& multiplied : multiplied_) {
      const auto& numbers = multiplied.numbers;
      for (size_t i = 0; i < numbers.size(); ++i) {
        for (size_t j = i + 1; j < numbers.size(); ++j) {
          if (count++ < next) continue;
          Term more = Itself(numbers[j]);
          more.parts.push_back({numbers[i], -1});
          if (Follows(more) || Follows(Minus(more))) continue;
          if (splits >= kMostSplits) return HoldsForSigns(0, splits);
          const auto rest = [&] { return HoldsForOrders(count, splits + 1); };
          return HoldsIf([&] { Assume(more); }, rest) &&
                 HoldsIf([&] { Assume(Plus(Minus(more), -1)); }, rest);
        }
      }
    }
    return HoldsForSigns(0, splits);
  }

  bool HoldsForSigns(size_t next, size_t splits) {
    if (next == multiplied_.size()) return HoldsForDivisors(0, splits);
    const Term by = terms_.term(multiplied_[next].by);
    if (Follows(by)) {
      return HoldsIf([&] { AssumeMultiples(by, /*is_negative=*/false); },
                     [&] { return HoldsForSigns(next + 1, splits); });
    }
    if (Follows(Plus(Minus(by), -1))) {
      return HoldsIf([&] { AssumeMultiples(by, /*is_negative=*/true); },
                     [&] { return HoldsForSigns(next + 1, splits); });
    }
    if (splits >= kMostSplits) return HoldsForSigns(next + 1, splits);
    for (bool is_negative : {false, true}) {
      const bool holds = HoldsIf(
          [&] {
            Assume(is_negative ? Plus(Minus(by), -1) : by);
            AssumeMultiples(by, is_negative);
          },
          [&] { return IsContradiction() || HoldsForSigns(next + 1, splits + 1); });
      if (!holds) return false;
    }
    return true;
  }

  // What is not negative, times the number: products that the terms consist of.
  void AssumeMultiples(const Term& by, bool is_negative) {
    const std::vector<Term> assumed = assumed_;
    const TermId multiplier = terms_.InternTerm(by);
    for (const Term& fact : assumed) {
      if (fact.parts.empty() || fact.parts.size() > TermTable::kMaxParts) continue;
      const TermId product = terms_.Product(terms_.InternTerm(fact), multiplier);
      if (terms_.IsAny(product)) continue;
      const Term multiple = terms_.term(product);
      std::optional<LinearFact> known = FactOf(is_negative ? Minus(multiple) : multiple);
      if (known.has_value()) facts_.push_back(*std::move(known));
    }
  }

  // The numbers that are divided by, each once.
  std::vector<TermId> Divisors() const {
    std::vector<TermId> divisors;
    for (AtomId id : named_divisions_) {
      const TermId divisor = terms_.OperandsOf(terms_.atom(id)).second;
      if (std::find(divisors.begin(), divisors.end(), divisor) == divisors.end()) {
        divisors.push_back(divisor);
      }
    }
    return divisors;
  }

  bool HoldsForDivisors(size_t next, size_t splits) {
    const std::vector<TermId> divisors = Divisors();
    if (next == divisors.size()) return HoldsHere();
    const Term divisor = terms_.term(divisors[next]);
    const Term above = Plus(divisor, -1), below = Plus(Minus(divisor), -1);
    const auto rest = [&](bool is_positive, size_t count) {
      return HoldsIf(
          [&] {
            Assume(is_positive ? above : below);
            AssumeQuotients(divisors[next], is_positive);
          },
          [&] { return HoldsForDivisors(next + 1, count); });
    };
    if (Follows(above)) return rest(true, splits);
    if (Follows(below)) return rest(false, splits);
    if (splits >= kMostSplits) return HoldsForDivisors(next + 1, splits);
    return rest(true, splits + 1) && rest(false, splits + 1);
  }

  // What is known of quotients and remainders by a number of that sign.
  void AssumeQuotients(TermId by, bool is_positive) {
    struct Quotient {
      AtomId id = kNothing;
      Term divided;
    };
    std::vector<Quotient> quotients;
    for (AtomId id : named_divisions_) {
      const Atom atom = terms_.atom(id);
      const Operands operands = terms_.OperandsOf(atom);
      if (operands.second != by) continue;
      const bool is_signed = Divisor::FromIndex(atom.index).is_signed;
      const Term& divided = operands.first;
      // Sizes are taken to be less than 2^63, and so are their sums; differences may have wrapped.
      if (!is_signed) {
        const bool is_sum = std::all_of(divided.parts.begin(), divided.parts.end(),
                                        [](const Part& part) { return part.coefficient > 0; });
        if (!is_positive || divided.constant < 0) continue;
        if (!is_sum && !Follows(divided)) continue;
        Assume(divided);
      }
      const bool is_not_negative = !is_signed || Follows(divided);
      const Term itself = Itself(id);
      if (atom.kind == AtomKind::kRemainder) {
        if (!is_positive) continue;
        const Term most = Plus(terms_.term(by), -1);
        AssumeSum(most, id, -1);
        if (is_not_negative) {
          Assume(itself);
        } else {
          AssumeSum(most, id, 1);
        }
        continue;
      }
      if (is_not_negative) Assume(is_positive ? itself : Minus(itself));
      quotients.push_back({id, divided});
    }
    for (const Quotient& a : quotients) {
      for (const Quotient& b : quotients) {
        if (a.id == b.id) continue;
        const TermId more =
            terms_.Subtract(terms_.InternTerm(b.divided), terms_.InternTerm(a.divided));
        if (terms_.IsAny(more) || !Follows(terms_.term(more))) continue;
        Term order = Itself(is_positive ? b.id : a.id);
        order.parts.push_back({is_positive ? a.id : b.id, -1});
        Assume(order);
      }
    }
  }

  bool HoldsHere() {
    if (IsContradiction()) return true;
    return std::any_of(goals_.begin(), goals_.end(),
                       [&](const Term& goal) { return Follows(goal) || FollowsByFactor(goal); });
  }

  // Whether the term is not negative since what one number in it is multiplied with is not: rows of
  // a matrix lie apart if they are not the same.
  bool FollowsByFactor(const Term& term) {
    return std::any_of(multiplied_.begin(), multiplied_.end(), [&](const Multiplied& multiplied) {
      const Term by = terms_.term(multiplied.by);
      if (terms_.atom(by.parts[0].atom).kind == AtomKind::kProduct || !Follows(by)) return false;
      const TermId factor = MultipliedIn(term, by.parts[0].atom);
      if (terms_.IsAny(factor) || terms_.ConstantValue(factor)) return false;
      for (int64_t least : {1, 0}) {
        const TermId rest = terms_.AddConstant(factor, -least);
        const Term more = terms_.term(rest);
        if (!Follows(more)) continue;
        const TermId product = terms_.Product(rest, multiplied.by);
        if (terms_.IsAny(product)) return false;
        const Term multiple = terms_.term(product);
        return HoldsIf([&] { Assume(multiple); }, [&] { return Follows(term); });
      }
      return false;
    });
  }

  // The sum of all that the number is multiplied with in the term.
  TermId MultipliedIn(const Term& term, AtomId number) {
    TermId sum = kZero;
    for (const Part& part : term.parts) {
      if (part.atom == number) sum = terms_.AddConstant(sum, part.coefficient);
      if (terms_.atom(part.atom).kind != AtomKind::kProduct) continue;
      const Term factors = terms_.term(terms_.atom(part.atom).argument);
      TermId others = terms_.Constant(1);
      bool is_multiplied = false;
      for (const Part& factor : factors.parts) {
        const bool is_number = factor.atom == number;
        is_multiplied |= is_number;
        for (int64_t i = is_number ? 1 : 0; i < factor.coefficient; ++i) {
          others = terms_.Product(others, terms_.Of(factor.atom));
        }
      }
      if (is_multiplied) sum = terms_.Add(sum, terms_.Multiply(others, part.coefficient));
    }
    return sum;
  }

  // A number and all that are multiplied with it.
  struct Multiplied {
    TermId by = kZero;
    absl::InlinedVector<AtomId, 4> numbers;
  };

  TermTable& terms_;
  const std::vector<Term> goals_;
  absl::InlinedVector<AtomId, kMostAtoms> atoms_;
  absl::InlinedVector<AtomId, 4> conditions_;
  absl::InlinedVector<AtomId, 4> selects_;
  absl::InlinedVector<AtomId, 4> divisions_;        // by constants
  absl::InlinedVector<AtomId, 4> named_divisions_;  // by others
  std::vector<Multiplied> multiplied_;
  std::vector<LinearFact> facts_;
  std::vector<Term> assumed_;  // those of the facts that may be multiplied
  int systems_ = 0;
  bool is_too_large_ = false;
};

}  // namespace

bool OneIsNotNegative(TermTable& terms, absl::Span<const Term> goals,
                      absl::Span<const Term> facts) {
  return Proof(terms, goals, facts).Succeeds();
}

bool IsNotNegative(TermTable& terms, const Term& goal, absl::Span<const Term> positive) {
  if (goal.parts.empty()) return goal.constant >= 0;
  const Term copy = goal;  // it may be of the table, which grows
  std::vector<Term> facts;
  for (const Term& term : positive) {
    facts.push_back(term);
    facts.back().constant -= 1;
  }
  return OneIsNotNegative(terms, {&copy, 1}, facts);
}

}  // namespace plait
