#include "checkers/linear_proof.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "absl/container/inlined_vector.h"

namespace plait {
namespace {

constexpr int64_t kLargest = int64_t{1} << 40;  // coefficients and constants; products fit
constexpr size_t kMostAtoms = 12;
constexpr size_t kMostFacts = 64;
constexpr size_t kMostDivisions = 4;  // of which each has two cases

// constant + sum(coefficient of atom i * atom i) >= 0.
struct Fact {
  int64_t constant = 0;
  absl::InlinedVector<int64_t, kMostAtoms> coefficients;

  friend bool operator==(const Fact&, const Fact&) = default;
};

bool IsSmall(int64_t number) { return -kLargest < number && number < kLargest; }

// Divides by what the coefficients have in common. The numbers are whole, so the constant is
// rounded down. False if it is too large.
bool Normalise(Fact* fact) {
  int64_t common = 0;
  for (int64_t coefficient : fact->coefficients) common = std::gcd(common, coefficient);
  if (common > 1) {
    for (int64_t& coefficient : fact->coefficients) coefficient /= common;
    const int64_t rest = ((fact->constant % common) + common) % common;
    fact->constant = (fact->constant - rest) / common;
  }
  return IsSmall(fact->constant) &&
         std::all_of(fact->coefficients.begin(), fact->coefficients.end(), IsSmall);
}

bool IsContradiction(const Fact& fact) {
  return fact.constant < 0 && std::all_of(
                                  fact.coefficients.begin(), fact.coefficients.end(),
                                  [](int64_t coefficient) { return coefficient == 0; });
}

// What follows of two facts in which the atom has opposite signs, without it.
std::optional<Fact> Combine(const Fact& above, const Fact& below, size_t atom) {
  const int64_t u = above.coefficients[atom], v = -below.coefficients[atom];
  const int64_t common = std::gcd(u, v);
  const int64_t a = v / common, b = u / common;
  Fact fact;
  const auto sum = [&](int64_t x, int64_t y, int64_t* result) {
    int64_t first = 0, second = 0;
    return !__builtin_mul_overflow(a, x, &first) && !__builtin_mul_overflow(b, y, &second) &&
           !__builtin_add_overflow(first, second, result);
  };
  if (!sum(above.constant, below.constant, &fact.constant)) return std::nullopt;
  for (size_t i = 0; i < above.coefficients.size(); ++i) {
    int64_t coefficient = 0;
    if (!sum(above.coefficients[i], below.coefficients[i], &coefficient)) return std::nullopt;
    fact.coefficients.push_back(coefficient);
  }
  return Normalise(&fact) ? std::optional(std::move(fact)) : std::nullopt;
}

// The atom whose elimination leaves the fewest facts; nothing if none is left.
std::optional<size_t> NextAtom(const std::vector<Fact>& facts, size_t atoms) {
  std::optional<size_t> best;
  int64_t least = 0;
  for (size_t atom = 0; atom < atoms; ++atom) {
    int64_t above = 0, below = 0;
    for (const Fact& fact : facts) {
      above += fact.coefficients[atom] > 0;
      below += fact.coefficients[atom] < 0;
    }
    if (above == 0 && below == 0) continue;
    const int64_t growth = above * below - above - below;
    if (!best.has_value() || growth < least) {
      best = atom;
      least = growth;
    }
  }
  return best;
}

// Whether the facts cannot all hold. Facts that are left out make this false at most.
bool AreContradictory(std::vector<Fact> facts, size_t atoms) {
  while (true) {
    if (std::any_of(facts.begin(), facts.end(), IsContradiction)) return true;
    const std::optional<size_t> atom = NextAtom(facts, atoms);
    if (!atom.has_value()) return false;
    std::vector<Fact> rest;
    for (const Fact& fact : facts) {
      if (fact.coefficients[*atom] == 0) rest.push_back(fact);
    }
    for (const Fact& above : facts) {
      if (above.coefficients[*atom] <= 0) continue;
      for (const Fact& below : facts) {
        if (below.coefficients[*atom] >= 0 || rest.size() >= kMostFacts) continue;
        std::optional<Fact> fact = Combine(above, below, *atom);
        if (fact.has_value() && std::find(rest.begin(), rest.end(), *fact) == rest.end()) {
          rest.push_back(*std::move(fact));
        }
      }
    }
    facts = std::move(rest);
  }
}

class Proof {
 public:
  explicit Proof(const TermTable& terms) : terms_(terms) {}

  bool Proves(const Term& goal, absl::Span<const Term> positive) {
    Collect(goal);
    for (const Term& term : positive) Collect(term);
    if (is_too_large_) return false;
    Assume(goal, -1, -1);
    for (const Term& term : positive) Assume(term, 1, -1);
    for (AtomId atom : atoms_) AssumeRange(atom);
    return FollowsInAllCases(0);
  }

 private:
  static bool IsDivided(AtomKind kind) {
    return kind == AtomKind::kQuotient || kind == AtomKind::kRemainder;
  }

  void Collect(const Term& term) {
    for (const Part& part : term.parts) {
      if (std::find(atoms_.begin(), atoms_.end(), part.atom) != atoms_.end()) continue;
      atoms_.push_back(part.atom);
      const Atom& atom = terms_.atom(part.atom);
      if (IsDivided(atom.kind)) {
        divisions_.push_back(part.atom);
        Collect(terms_.term(atom.argument));
      }
    }
    is_too_large_ |= atoms_.size() > kMostAtoms || divisions_.size() > kMostDivisions;
  }

  // factor * term + constant, as a fact of which further parts are added.
  Fact FactOf(const Term& term, int64_t factor, int64_t constant) {
    Fact fact;
    fact.coefficients.resize(atoms_.size(), 0);
    const bool is_small = IsSmall(term.constant) && IsSmall(constant) &&
                          std::all_of(term.parts.begin(), term.parts.end(),
                                      [](const Part& part) { return IsSmall(part.coefficient); });
    if (!is_small) {
      is_too_large_ = true;
      return fact;
    }
    for (const Part& part : term.parts) {
      fact.coefficients[IndexOf(part.atom)] = part.coefficient * factor;
    }
    fact.constant = term.constant * factor + constant;
    return fact;
  }

  size_t IndexOf(AtomId atom) const {
    return std::find(atoms_.begin(), atoms_.end(), atom) - atoms_.begin();
  }

  void Add(Fact fact) {
    if (Normalise(&fact)) facts_.push_back(std::move(fact));
  }

  // factor * term + constant >= 0, with factor 1 or -1.
  void Assume(const Term& term, int64_t factor, int64_t constant) {
    Add(FactOf(term, factor, constant));
  }

  // sign * (argument - times * atom) + constant >= 0.
  void AssumeRest(const Atom& atom, AtomId id, int64_t sign, int64_t times, int64_t constant) {
    Fact fact = FactOf(terms_.term(atom.argument), sign, constant);
    fact.coefficients[IndexOf(id)] -= sign * times;
    Add(std::move(fact));
  }

  void AssumeRange(AtomId id) {
    const AtomKind kind = terms_.atom(id).kind;
    if (kind != AtomKind::kIteration && kind != AtomKind::kComparison) return;
    Term one;
    one.parts.push_back({id, 1});
    Assume(one, 1, 0);
    if (kind == AtomKind::kComparison) Assume(one, -1, 1);
  }

  // What the atom is if what it divides is not negative; else, if it is.
  void AssumeDivision(AtomId id, bool is_negative) {
    const Atom& atom = terms_.atom(id);
    const Divisor divisor = Divisor::FromIndex(atom.index);
    const int64_t d = divisor.number;
    Term itself;
    itself.parts.push_back({id, 1});
    const int64_t sign = is_negative ? -1 : 1;
    Assume(terms_.term(atom.argument), sign, is_negative ? -1 : 0);
    // As a number without a sign it is another one.
    if (is_negative && !divisor.is_signed) return Assume(itself, 1, 0);
    Assume(itself, sign, 0);
    if (atom.kind == AtomKind::kQuotient) {
      AssumeRest(atom, id, sign, d, 0);
      AssumeRest(atom, id, -sign, d, d - 1);
      return;
    }
    Assume(itself, -sign, d - 1);
    AssumeRest(atom, id, sign, 1, 0);
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
      for (int64_t sign : {1, -1}) {
        Fact fact = FactOf(terms_.term(atom.argument), sign, 0);
        fact.coefficients[IndexOf(remainder)] -= sign;
        fact.coefficients[IndexOf(other)] -= sign * Divisor::FromIndex(atom.index).number;
        Add(std::move(fact));
      }
    }
  }

  bool FollowsInAllCases(size_t next) {
    if (is_too_large_) return false;
    if (next == divisions_.size()) return AreContradictory(facts_, atoms_.size());
    const Atom& atom = terms_.atom(divisions_[next]);
    const Divisor divisor = Divisor::FromIndex(atom.index);
    const bool is_size = !divisor.is_signed && divisor.is_wide &&
                         terms_.ConstantValue(atom.argument).value_or(0) >= 0;
    const size_t count = facts_.size();
    for (bool is_negative : {false, true}) {
      if (is_negative && is_size) break;
      AssumeDivision(divisions_[next], is_negative);
      const bool follows = FollowsInAllCases(next + 1);
      facts_.resize(count);
      if (!follows) return false;
    }
    return true;
  }

  const TermTable& terms_;
  absl::InlinedVector<AtomId, kMostAtoms> atoms_;
  absl::InlinedVector<AtomId, kMostDivisions> divisions_;
  std::vector<Fact> facts_;
  bool is_too_large_ = false;
};

}  // namespace

bool IsNotNegative(const TermTable& terms, const Term& goal, absl::Span<const Term> positive) {
  if (goal.parts.empty()) return goal.constant >= 0;
  return Proof(terms).Proves(goal, positive);
}

}  // namespace plait
