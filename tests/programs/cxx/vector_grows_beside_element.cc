// There is no room for another element: all of them move.
#include <thread>
#include <vector>

int main() {
  std::vector<int> numbers{1};
  std::thread grow([&] { numbers.push_back(2); });  // RACE! _M_impl // RACE! numbers[0]
  const int first = numbers[0];                     // RACE! _M_impl // RACE! numbers[0]
  grow.join();
  return first;
}
