#include <thread>
#include <vector>

int main() {
  std::vector<int> numbers(2);
  std::thread a([&numbers] { numbers[0] = 1; });
  std::thread b([&numbers] { numbers[1] = 2; });
  a.join();
  b.join();
  return numbers[0] + numbers[1] == 3 ? 0 : 1;
}
