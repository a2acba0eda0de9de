// What executions know of containers beside their bytes: how long texts are, and which elements of
// keyed containers there are, in which order.
#ifndef PLAIT_CHECKERS_WITNESS_CONTAINERS_H_
#define PLAIT_CHECKERS_WITNESS_CONTAINERS_H_

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"

namespace plait::witness {

struct Containers {
  struct Keyed {
    uint64_t owner = 0;           // address of the container
    std::vector<uint32_t> order;  // numbers of its elements in the block
    uint32_t next = 0;            // of a new element; none is used twice
    size_t copied = 0;            // of the elements of another one
    bool has_made = false;        // by what was looked for last
  };

  // By address of the block. Only of those of which all is known.
  absl::flat_hash_map<uint64_t, uint64_t> text_sizes;
  absl::flat_hash_map<uint64_t, Keyed> keyed;
  // Of distributions: the least and the greatest number.
  absl::flat_hash_map<uint64_t, std::pair<int64_t, int64_t>> bounds;
};

}  // namespace plait::witness

#endif  // PLAIT_CHECKERS_WITNESS_CONTAINERS_H_
