// Finds the number of a value that is kept elsewhere, by a hash of it. What hash-consing needs: the
// value is stored once, and hashed once for each look-up.
#ifndef PLAIT_SUMMARIES_HASH_INDEX_H_
#define PLAIT_SUMMARIES_HASH_INDEX_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace plait {

class HashIndex {
 public:
  // Room for that many; more still fit.
  void Reserve(size_t count) {
    size_t places = places_.size();
    while (places < 2 * count) {
      places = places == 0 ? kFewest : (places < kMany ? 4 : 2) * places;
    }
    if (places != places_.size()) Resize(places);
  }

  size_t count() const { return count_; }

  // The number of the value with that hash for which `is_equal(number)` holds. If there is none,
  // the value gets the next number, counted from 0, and `inserted` is set.
  template <typename IsEqual>
  uint32_t FindOrAdd(uint64_t hash, const IsEqual& is_equal, bool* inserted) {
    if (places_.size() < 2 * (count_ + 1)) Reserve(count_ + 1);
    const uint32_t tag = TagOf(hash);
    const size_t mask = places_.size() - 1;
    size_t at = tag & mask;
    // Equal tags are rare between values that differ, so `is_equal` is asked about once.
    while (places_[at].number != kNone) {
      if (places_[at].tag == tag && is_equal(places_[at].number)) {
        *inserted = false;
        return places_[at].number;
      }
      at = (at + 1) & mask;
    }
    *inserted = true;
    places_[at] = {tag, count_};
    return count_++;
  }

  // Forgets all values and gives the memory back.
  void Clear() {
    places_ = {};
    count_ = 0;
  }

 private:
  static constexpr uint32_t kNone = ~0u;
  static constexpr size_t kFewest = 16;
  static constexpr size_t kMany = 4096;  // up to there, sparse is cheaper than often resized

  struct Place {
    uint32_t tag = 0;
    uint32_t number = kNone;
  };

  // Also of hashes that are small numbers.
  static uint32_t TagOf(uint64_t hash) {
    return static_cast<uint32_t>((hash * 0x9e3779b97f4a7c15u) >> 32);
  }

  void Resize(size_t places) {
    std::vector<Place> old(places);
    old.swap(places_);
    for (const Place& place : old) {
      if (place.number == kNone) continue;
      size_t at = place.tag & (places - 1);
      while (places_[at].number != kNone) at = (at + 1) & (places - 1);
      places_[at] = place;
    }
  }

  std::vector<Place> places_;  // a power of two, at least half of them empty
  uint32_t count_ = 0;
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
