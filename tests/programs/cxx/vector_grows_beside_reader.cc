// There is no room for another element: who reads one by a reference reads where it was.
#include <atomic>
#include <thread>
#include <vector>

static std::atomic<int> sum;

int main() {
  std::vector<int> numbers(3);
  const int &second = numbers[1];
  std::thread reader([&second] { sum += second; });         // RACE! second
  std::thread writer([&numbers] { numbers.push_back(1); });  // RACE! second
  reader.join();
  writer.join();
  return 0;
}
