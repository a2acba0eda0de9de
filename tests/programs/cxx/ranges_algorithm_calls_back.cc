// FLAGS: -std=gnu++20
#include <algorithm>
#include <array>
#include <thread>

int main() {
  int total = 0;
  const auto count = [&total] {
    const std::array<int, 3> parts{1, 2, 3};
    std::ranges::for_each(parts, [&total](int part) { total += part; });  // RACE! total
  };
  std::thread first(count), second(count);
  first.join();
  second.join();
  return total == 12 ? 0 : 1;
}
