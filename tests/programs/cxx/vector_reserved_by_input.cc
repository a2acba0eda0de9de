// TODAY: unknown: that there is room for as many elements as are added is not followed
// Room is made for all elements before the first one is shown to the thread.
#include <atomic>
#include <cstdlib>
#include <thread>
#include <vector>

static std::atomic<int> sum;

int main(int argc, char **argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 4;
  std::vector<int> numbers;
  numbers.reserve(count + 1);
  numbers.push_back(1);
  const int &first = numbers[0];
  std::thread reader([&first] { sum += first; });
  for (int i = 0; i < count; ++i) numbers.push_back(i);
  reader.join();
  return 0;
}
