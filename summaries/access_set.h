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
// dropped first.
int Remoteness(const TermTable& terms, TermId address);

// From how far on accesses were dropped: of those beside threads that the procedure has started,
// and of those while it is alone; of writes and others by themselves if it starts any. Who starts
// threads does most before there are any, where it does not matter to them but for what it writes.
inline constexpr int kNoBound = std::numeric_limits<int>::max();
struct AccessBounds {
  int beside_threads = kNoBound;
  int writes_alone = kNoBound;
  int others_alone = kNoBound;

  // That of an access of the kind.
  int Of(bool is_alone, AccessKind kind) const {
    if (!is_alone) return beside_threads;
    return kind == AccessKind::kWrite ? writes_alone : others_alone;
  }
};

// Removes accesses that another one of the same kind to the same place stands for, then keeps the
// least protected few of each place, fewer where there are many places. If more than `limit` are
// left, those through the longest chains of pointers go, first of those while the procedure is
// alone; of these a few more writes stay. They are counted in `dropped_accesses`. The rest keep
// their order. Lowers the bounds to what was dropped for: a later access that is as far away would
// be dropped too.
void ReduceAccesses(Summary* summary, size_t limit, AccessBounds* bounds);

}  // namespace plait

#endif  // PLAIT_SUMMARIES_ACCESS_SET_H_
