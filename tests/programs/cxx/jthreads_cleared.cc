// FLAGS: -std=gnu++20
#include <thread>
#include <vector>

int main() {
  int sums[2] = {0, 0};
  std::vector<std::jthread> threads;
  for (int i = 0; i < 2; ++i) threads.emplace_back([&sums, i] { sums[i] = i; });
  threads.clear();
  return sums[0] + sums[1] - 1;
}
