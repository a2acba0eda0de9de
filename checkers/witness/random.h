// Pseudo-random numbers that are the same everywhere: SplitMix64 (Steele, Lea, Flood, "Fast
// Splittable Pseudorandom Number Generators", OOPSLA 2014).
#ifndef PLAIT_CHECKERS_WITNESS_RANDOM_H_
#define PLAIT_CHECKERS_WITNESS_RANDOM_H_

#include <cstdint>

namespace plait::witness {

class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  uint64_t Next() {
    uint64_t z = (state_ += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  // 0 <= result < n; n > 0. The bias towards small numbers does not matter for small n.
  uint64_t Below(uint64_t n) { return Next() % n; }
  bool OneIn(uint64_t n) { return Below(n) == 0; }

 private:
  uint64_t state_;
};

}  // namespace plait::witness

#endif  // PLAIT_CHECKERS_WITNESS_RANDOM_H_
