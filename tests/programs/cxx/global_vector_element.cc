// FLAGS: -std=gnu++20
#include <thread>
#include <vector>

static std::vector<int> counts;

static void count() {
  ++counts[0];  // RACE! counts[0]
}

int main() {
  counts.resize(2);
  std::thread a(count), b(count);
  a.join();
  b.join();
  return counts[0] > 2;
}
