// Whether sums of numbers are not negative by what is known of others: linear arithmetic, with what
// division leaves, what a branch chose, and the order of products.
#ifndef PLAIT_CHECKERS_LINEAR_PROOF_H_
#define PLAIT_CHECKERS_LINEAR_PROOF_H_

#include "absl/types/span.h"
#include "summaries/term.h"

namespace plait {

// Whether `goal` is at least 0 wherever each of `positive` is more than 0. Also used: quotients and
// remainders lie where their arguments say, counters of loops are not negative, comparisons are 0
// or 1. Numbers of 8 bytes that are divided without a sign are taken to be less than 2^63, as sizes
// are. By elimination (linear_system.h), with a limit on the work: false may mean that nothing is
// known.
bool IsNotNegative(TermTable& terms, const Term& goal, absl::Span<const Term> positive);

// Whether, wherever none of `facts` is negative, one of the goals is at least 0: which one may
// differ from case to case. The cases are the outcomes of all comparisons that the terms consist
// of, the signs of what two numbers are multiplied with or divided by, and the orders of such
// numbers; in each, what is not negative stays so if both sides are multiplied by what is not, and
// quotients are in the order of what is divided.
bool OneIsNotNegative(TermTable& terms, absl::Span<const Term> goals, absl::Span<const Term> facts);

}  // namespace plait

#endif  // PLAIT_CHECKERS_LINEAR_PROOF_H_
