#include "checkers/linear_system.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <utility>

namespace plait {
namespace {

constexpr int64_t kLargest = int64_t{1} << 40;  // coefficients and constants; products fit
constexpr size_t kMostFacts = 64;

}  // namespace

bool IsSmall(int64_t number) { return -kLargest < number && number < kLargest; }

bool Normalise(LinearFact* fact) {
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

namespace {

bool IsContradiction(const LinearFact& fact) {
  return fact.constant < 0 && std::all_of(
                                  fact.coefficients.begin(), fact.coefficients.end(),
                                  [](int64_t coefficient) { return coefficient == 0; });
}

// What follows of two facts in which the number has opposite signs, without it.
std::optional<LinearFact> Combine(const LinearFact& above, const LinearFact& below, size_t number) {
  const int64_t u = above.coefficients[number], v = -below.coefficients[number];
  const int64_t common = std::gcd(u, v);
  const int64_t a = v / common, b = u / common;
  LinearFact fact;
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

// The number whose elimination leaves the fewest facts; nothing if none is left.
std::optional<size_t> NextNumber(const std::vector<LinearFact>& facts, size_t numbers) {
  std::optional<size_t> best;
  int64_t least = 0;
  for (size_t number = 0; number < numbers; ++number) {
    int64_t above = 0, below = 0;
    for (const LinearFact& fact : facts) {
      above += fact.coefficients[number] > 0;
      below += fact.coefficients[number] < 0;
    }
    if (above == 0 && below == 0) continue;
    const int64_t growth = above * below - above - below;
    if (!best.has_value() || growth < least) {
      best = number;
      least = growth;
    }
  }
  return best;
}

}  // namespace

bool AreContradictory(std::vector<LinearFact> facts, size_t numbers) {
  while (true) {
    if (std::any_of(facts.begin(), facts.end(), IsContradiction)) return true;
    const std::optional<size_t> next = NextNumber(facts, numbers);
    if (!next.has_value()) return false;
    std::vector<LinearFact> rest;
    for (const LinearFact& fact : facts) {
      if (fact.coefficients[*next] == 0) rest.push_back(fact);
    }
    for (const LinearFact& above : facts) {
      if (above.coefficients[*next] <= 0) continue;
      for (const LinearFact& below : facts) {
        if (below.coefficients[*next] >= 0 || rest.size() >= kMostFacts) continue;
        std::optional<LinearFact> fact = Combine(above, below, *next);
        if (fact.has_value() && std::find(rest.begin(), rest.end(), *fact) == rest.end()) {
          rest.push_back(*std::move(fact));
        }
      }
    }
    facts = std::move(rest);
  }
}

}  // namespace plait
