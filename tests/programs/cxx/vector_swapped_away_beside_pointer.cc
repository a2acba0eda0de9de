// The temporary vector takes the elements with it.
#include <atomic>
#include <thread>
#include <vector>

static std::atomic<int> sum;

int main() {
  std::vector<int> numbers(3);
  const int *first = numbers.data();
  std::thread reader([first] { sum += *first; });                            // RACE! *first
  std::thread writer([&numbers] { std::vector<int>().swap(numbers); });  // RACE! *first
  reader.join();
  writer.join();
  return 0;
}
