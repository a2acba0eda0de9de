// TODAY: unknown: which elements are copied is not told
#include <cstdio>
#include <thread>
#include <vector>

int main() {
  std::vector<int> numbers{3, 1};
  std::thread reader([&numbers] {
    std::vector<int> first(numbers.begin(), numbers.begin() + 1);  // RACE! element
    std::printf("%d\n", first[0]);
  });
  numbers[0] = 9;  // RACE! element
  reader.join();
  return 0;
}
