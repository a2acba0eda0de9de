// How far apart two addresses are, as far as two threads can tell: each has its own loops and
// unknowns.
#ifndef PLAIT_CHECKERS_OFFSET_DISTANCE_H_
#define PLAIT_CHECKERS_OFFSET_DISTANCE_H_

#include <cstdint>

#include "summaries/term.h"

namespace plait {

// What the term has of the atom; 0 if nothing.
int64_t CoefficientOf(const TermTable& terms, TermId term, AtomId atom);

// Values that each thread has for itself: counters of its own loops, its own unknowns.
bool DiffersByThread(const TermTable& terms, AtomId atom);

// Byte distance a - b with the unknowns of the two sides renamed apart: constant part and step.
struct Distance {
  int64_t constant = 0;
  int64_t step = 0;  // gcd of all unknown parts; 0: the distance is the constant
};

// Of two offsets.
Distance DistanceOf(const TermTable& terms, TermId a, TermId b);

// Whether accesses so far apart can meet. A width of 0: not known.
bool Overlaps(const Distance& distance, uint32_t width_a, uint32_t width_b);

// Whether c * k + d can come within the widths for an integer k that is `apart` or more from 0.
bool MeetsAcross(int64_t c, int64_t d, uint32_t width_a, uint32_t width_b, int64_t apart = 1);

}  // namespace plait

#endif  // PLAIT_CHECKERS_OFFSET_DISTANCE_H_
