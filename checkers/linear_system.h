// Sums of whole numbers that are not negative, and whether all of them can be so at once.
#ifndef PLAIT_CHECKERS_LINEAR_SYSTEM_H_
#define PLAIT_CHECKERS_LINEAR_SYSTEM_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/container/inlined_vector.h"

namespace plait {

// constant + sum(coefficient of number i * number i) >= 0.
struct LinearFact {
  int64_t constant = 0;
  absl::InlinedVector<int64_t, 16> coefficients;

  friend bool operator==(const LinearFact&, const LinearFact&) = default;
};

// Whether the number can be in a fact: products of such ones fit.
bool IsSmall(int64_t number);

// Divides by what the coefficients have in common. The numbers are whole, so the constant is
// rounded down. False if a number is too large: the fact is to be left out.
bool Normalise(LinearFact* fact);

// Whether the facts, of as many coefficients each as there are numbers, cannot all hold. By
// Fourier-Motzkin elimination (Schrijver, Theory of Linear and Integer Programming, 12.2) over the
// rationals, with a limit on the work: false may mean that nothing is known. Facts that are left
// out make this false at most.
bool AreContradictory(std::vector<LinearFact> facts, size_t numbers);

}  // namespace plait

#endif  // PLAIT_CHECKERS_LINEAR_SYSTEM_H_
