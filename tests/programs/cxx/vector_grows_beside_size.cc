#include <thread>
#include <vector>

static std::vector<int> numbers;

static void grow() {
  numbers.push_back(1);  // RACE! _M_finish // RACE! _M_impl
}

int main() {
  std::thread a(grow);
  const bool empty = numbers.empty();  // RACE! _M_finish // RACE! _M_impl
  a.join();
  return empty;
}
