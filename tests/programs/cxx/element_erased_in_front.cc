// TODAY: unknown: which of the elements is meant is not known
// Erasing an element moves those behind it.
#include <thread>
#include <vector>

static std::vector<int> numbers(3);

int main() {
  std::thread thread([] { numbers.erase(numbers.begin()); });
  numbers[0] = 1;  // RACE! element
  thread.join();
  return 0;
}
