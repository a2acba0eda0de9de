// The vector is empty, and gives back the block that somebody has a pointer into.
#include <atomic>
#include <thread>
#include <vector>

static std::atomic<int> sum;

int main() {
  std::vector<int> numbers(3);
  const int *second = numbers.data() + 1;
  std::thread reader([second] { sum += *second; });  // RACE! *second
  std::thread writer([&numbers] {
    numbers.clear();
    numbers.shrink_to_fit();  // RACE! *second
  });
  reader.join();
  writer.join();
  return 0;
}
