// Arguments that are made, moved and ended in the new thread, with nothing that others look at.
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

struct Range {
  int from, to;
  Range(int from, int to) : from(from), to(to) {}
  Range(const Range& other) : from(other.from), to(other.to) {}
  Range(Range&& other) : from(other.from), to(other.to) { other.to = 0; }
  ~Range() { from = to = 0; }
};

static long sums[2];

static void add(Range range, std::vector<int> numbers, std::string name, std::unique_ptr<int> more,
                long& sum) {
  for (int i = range.from; i < range.to; ++i) sum += numbers[i];
  sum += static_cast<long>(name.size()) + *more;
}

int main() {
  const std::vector<int> numbers(8, 1);
  const Range half(0, 4);
  std::thread first(add, half, numbers, "first", std::make_unique<int>(1), std::ref(sums[0]));
  std::thread second(add, Range(4, 8), numbers, "second", std::make_unique<int>(2),
                     std::ref(sums[1]));
  first.join();
  second.join();
  return static_cast<int>(sums[0] + sums[1]);
}
