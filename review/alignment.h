// Which steps of two versions of a procedure are the same.
#ifndef PLAIT_REVIEW_ALIGNMENT_H_
#define PLAIT_REVIEW_ALIGNMENT_H_

#include <cstddef>
#include <vector>

#include "review/events.h"

namespace plait {

inline constexpr size_t kNoEvent = static_cast<size_t>(-1);

struct Alignment {
  // By event of one version, the event of the other it corresponds to, or kNoEvent.
  std::vector<size_t> base_to_head;
  std::vector<size_t> head_to_base;
  // The same for events that correspond but stand in another order: they moved.
  std::vector<size_t> base_moved_to;
  std::vector<size_t> head_moved_from;
};

// A longest common subsequence by Event::key (dynamic programming, after what both begin and end
// with is set aside), in which statements count more than locks: of a lock and a statement that
// changed places, it is the lock that moved. Versions that differ in more than some thousand steps
// are aligned at their ends only.
Alignment Align(const std::vector<Event>& base, const std::vector<Event>& head);

}  // namespace plait

#endif  // PLAIT_REVIEW_ALIGNMENT_H_
