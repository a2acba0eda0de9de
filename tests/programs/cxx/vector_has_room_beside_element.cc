// There is room for another element: the others stay where they are.
#include <thread>
#include <vector>

int main() {
  std::vector<int> numbers;
  numbers.reserve(4);
  numbers.push_back(1);
  std::thread grow([&] {
    numbers.push_back(2);
    numbers.push_back(3);
  });
  const int first = numbers[0];
  grow.join();
  return first;
}
