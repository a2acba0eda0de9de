// The old elements are given back for those of the new vector.
#include <atomic>
#include <thread>
#include <vector>

static std::atomic<int> sum;

int main() {
  std::vector<int> numbers(3);
  const auto first = numbers.begin();
  std::thread reader([first] { sum += *first; });                     // RACE! *first
  std::thread writer([&numbers] { numbers = std::vector<int>(9); });  // RACE! *first
  reader.join();
  writer.join();
  return 0;
}
