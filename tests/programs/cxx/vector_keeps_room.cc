// The room that was reserved goes along with the elements, wherever these go.
#include <thread>
#include <utility>
#include <vector>

int main() {
  std::vector<int> made, other;
  made.reserve(4);
  made.push_back(1);
  std::vector<int> moved = std::move(made);
  std::swap(moved, other);
  std::vector<int> numbers;
  numbers.swap(other);
  std::thread grow([&] {
    numbers.push_back(2);
    numbers.push_back(3);
  });
  const int first = numbers[0];
  grow.join();
  return first;
}
