// Random numbers that are the same everywhere, which the distributions of <random> are not.
#ifndef PLAIT_TESTS_RANDOM_PROGRAMS_RANDOM_H_
#define PLAIT_TESTS_RANDOM_PROGRAMS_RANDOM_H_

#include <cstdint>
#include <random>
#include <vector>

namespace plait::random_programs {

class Random {
 public:
  explicit Random(uint64_t seed) : engine_(seed) {}

  // 0 .. bound - 1.
  int Below(int bound) { return static_cast<int>(engine_() % static_cast<uint64_t>(bound)); }
  int Between(int low, int high) { return low + Below(high - low + 1); }
  bool Percent(int percent) { return Below(100) < percent; }

  template <typename T>
  const T& Pick(const std::vector<T>& choices) {
    return choices[Below(static_cast<int>(choices.size()))];
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace plait::random_programs

#endif  // PLAIT_TESTS_RANDOM_PROGRAMS_RANDOM_H_
