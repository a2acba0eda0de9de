// Points by their contents: each stands once in a summary.
#ifndef PLAIT_SUMMARIES_POINT_INDEX_H_
#define PLAIT_SUMMARIES_POINT_INDEX_H_

#include <cstdint>
#include <vector>

#include "summaries/hash_index.h"
#include "summaries/summary.h"

namespace plait {

class PointIndex {
 public:
  // The place of the point in `points`, where it is put if it is not there yet. Always to be called
  // with the same list, which nobody else adds to.
  PointId FindOrAdd(const Point& point, std::vector<Point>* points) {
    bool inserted;
    const PointId id = index_.FindOrAdd(
        HashOf(point), [&](uint32_t known) { return (*points)[known] == point; }, &inserted);
    if (inserted) points->push_back(point);
    return id;
  }

 private:
  // What mostly differs from point to point; equality decides.
  static uint64_t HashOf(const Point& point) {
    uint64_t hash = 0;
    for (const HeldLock& held : point.held) hash = MixHash(hash, held.lock);
    for (const ThreadRange& live : point.live) hash = MixHash(hash, live.token);
    for (const ThreadRange& joined : point.joined) hash = MixHash(hash, joined.token);
    for (const Arrivals& arrivals : point.arrivals) hash = MixHash(hash, arrivals.count);
    for (const FoundCount& count : point.counts) {
      hash = MixHash(MixHash(hash, count.cell), count.bound);
    }
    for (const RingEnd& end : point.ends) hash = MixHash(MixHash(hash, end.cell), end.number);
    for (const Observation& seen : point.observed)
      hash = MixHash(MixHash(hash, seen.cell), seen.other);
    for (const auto* terms :
         {&point.released, &point.posted, &point.gates, &point.conditions, &point.changes,
          &point.foreign, &point.announced, &point.asked, &point.contended}) {
      for (TermId term : *terms) hash = MixHash(hash, term);
      hash = MixHash(hash, terms->size());
    }
    return hash;
  }

  HashIndex index_;
};

}  // namespace plait

#endif  // PLAIT_SUMMARIES_POINT_INDEX_H_
