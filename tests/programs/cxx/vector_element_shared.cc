#include <thread>
#include <vector>

int main() {
  std::vector<int> numbers(2);
  std::thread a([&numbers] {
    numbers[1] = 1;  // RACE! numbers[1]
  });
  std::thread b([&numbers] {
    numbers[1] = 2;  // RACE! numbers[1]
  });
  a.join();
  b.join();
  return 0;
}
