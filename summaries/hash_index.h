// Finds the number of a value that is kept elsewhere, by a hash of it. What hash-consing needs: the
// value is stored once, and hashed once for each look-up.
#ifndef PLAIT_SUMMARIES_HASH_INDEX_H_
#define PLAIT_SUMMARIES_HASH_INDEX_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"

namespace plait {

class HashIndex {
 public:
  void Reserve(size_t count) {
    first_.reserve(count);
    same_hash_.reserve(count);
  }

  // The number of the value with that hash for which `is_equal(number)` holds. If there is none,
  // the value gets the next number, counted from 0, and `inserted` is set.
  template <typename IsEqual>
  uint32_t FindOrAdd(uint64_t hash, const IsEqual& is_equal, bool* inserted) {
    const uint32_t next = static_cast<uint32_t>(same_hash_.size());
    auto [it, is_new] = first_.try_emplace(hash, next);
    *inserted = true;
    if (!is_new) {
      uint32_t at = it->second;
      while (!is_equal(at)) {
        if (same_hash_[at] == kEnd) {
          same_hash_[at] = next;
          same_hash_.push_back(kEnd);
          return next;
        }
        at = same_hash_[at];
      }
      *inserted = false;
      return at;
    }
    same_hash_.push_back(kEnd);
    return next;
  }

 private:
  static constexpr uint32_t kEnd = ~0u;
  absl::flat_hash_map<uint64_t, uint32_t> first_;
  std::vector<uint32_t> same_hash_;  // by number: the next one with the same hash
};

// One step of a hash over several numbers (the finalizer of MurmurHash3, for its diffusion).
inline uint64_t MixHash(uint64_t hash, uint64_t value) {
  uint64_t x = hash ^ (value + 0x9e3779b97f4a7c15u + (hash << 6));
  x ^= x >> 33;
  x *= 0xff51afd7ed558ccdu;
  x ^= x >> 33;
  return x;
}

}  // namespace plait

#endif  // PLAIT_SUMMARIES_HASH_INDEX_H_
