// Summaries made up at random, for tests that hold for every summary.
#ifndef PLAIT_SUMMARIES_RANDOM_SUMMARY_H_
#define PLAIT_SUMMARIES_RANDOM_SUMMARY_H_

#include <cstdint>

#include "summaries/summary.h"

namespace plait {

// The same summary for the same seed, on every machine. All kinds of atoms, lists and flags occur
// over a few hundred seeds; sets are sorted. With another `scratch`, the same summary in other
// words: its table has other terms beside those in use, so that atoms, terms and call paths are
// numbered otherwise, and its points are in another order and mixed with unused ones.
Summary RandomSummary(uint32_t seed, uint32_t scratch = 0);

}  // namespace plait

#endif  // PLAIT_SUMMARIES_RANDOM_SUMMARY_H_
