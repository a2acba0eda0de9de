// Room was made for fewer elements than come.
#include <atomic>
#include <cstdlib>
#include <thread>
#include <vector>

static std::atomic<int> sum;

int main() {
  const int count = std::getenv("HOME") != nullptr ? 2 : 3;
  std::vector<int> numbers;
  numbers.reserve(count);
  numbers.push_back(1);
  const int &first = numbers[0];
  std::thread reader([&first] { sum += first; });  // RACE! first
  for (int i = 0; i < 4; ++i) numbers.push_back(i);  // RACE! first
  reader.join();
  return 0;
}
