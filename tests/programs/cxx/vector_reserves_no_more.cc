// What is reserved is there, but no more than that.
#include <thread>
#include <vector>

int main() {
  std::vector<int> numbers{1, 2, 3};
  numbers.reserve(4);
  numbers.push_back(4);
  std::thread grow([&] { numbers.push_back(5); });  // RACE! _M_impl // RACE! numbers[0]
  const int first = numbers[0];                     // RACE! _M_impl // RACE! numbers[0]
  grow.join();
  return first;
}
