// The room is used up: there is nothing to give back.
#include <thread>
#include <vector>

int main() {
  std::vector<int> numbers{1, 2, 3};
  std::thread shrink([&] { numbers.shrink_to_fit(); });
  const int first = numbers[0];
  shrink.join();
  return first;
}
