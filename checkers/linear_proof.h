// Whether a sum of numbers is not negative by what is known of others: linear arithmetic with what
// division leaves.
#ifndef PLAIT_CHECKERS_LINEAR_PROOF_H_
#define PLAIT_CHECKERS_LINEAR_PROOF_H_

#include "absl/types/span.h"
#include "summaries/term.h"

namespace plait {

// Whether `goal` is at least 0 wherever each of `positive` is more than 0. Also used: quotients and
// remainders lie where their arguments say, counters of loops are not negative, comparisons are 0
// or 1. Numbers of 8 bytes that are divided without a sign are taken to be less than 2^63, as sizes
// are. By Fourier-Motzkin elimination (Schrijver, Theory of Linear and Integer Programming, 12.2)
// over the rationals, with a limit on the work: false may mean that nothing is known.
bool IsNotNegative(const TermTable& terms, const Term& goal, absl::Span<const Term> positive);

}  // namespace plait

#endif  // PLAIT_CHECKERS_LINEAR_PROOF_H_
