// Keeps the accesses of a summary few: one that another access stands for says nothing new.
#ifndef PLAIT_SUMMARIES_ACCESS_SET_H_
#define PLAIT_SUMMARIES_ACCESS_SET_H_

#include <cstddef>
#include <limits>

#include "summaries/summary.h"

namespace plait {

// True if every access that races at `q` with something also races at `p`, as surely: no more is
// held, known to have ended, waited for or required at `p`, and no less runs. RELAY (section 4.3)
// keeps one access per location under the intersection of the locks; here the accesses stay real.
bool IsAsExposed(const Point& p, const Point& q);

// Whether the procedure has started no thread by then.
bool IsAlone(const Point& point);

// How far an address is from a named object, by the pointers on the way: the farthest accesses are
// dropped first. Whatever is accessed while the procedure `is_alone` is farther than the rest: what
// starts threads does most of its work, but no work beside them, before it does.
int Remoteness(const TermTable& terms, TermId address, bool is_alone);

// Removes accesses that another one of the same kind to the same place stands for, then keeps the
// least protected few of each place, fewer where there are many places. If more than `limit` are
// left, those through the longest chains of pointers go; they are counted in `dropped_accesses`.
// The rest keep their order. Returns the least remoteness that was dropped for, or kNoBound: a
// later access that is as far away would be dropped too.
inline constexpr int kNoBound = std::numeric_limits<int>::max();
int ReduceAccesses(Summary* summary, size_t limit);

}  // namespace plait

#endif  // PLAIT_SUMMARIES_ACCESS_SET_H_
