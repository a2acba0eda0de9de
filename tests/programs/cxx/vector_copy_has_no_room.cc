// A copy has room for what was copied, and no more.
#include <thread>
#include <vector>

int main() {
  std::vector<int> made;
  made.reserve(4);
  made.push_back(1);
  std::vector<int> numbers = made;
  std::thread grow([&] { numbers.resize(2); });  // RACE! _M_impl // RACE! numbers[0]
  const int first = numbers[0];                  // RACE! _M_impl // RACE! numbers[0]
  grow.join();
  return first;
}
