// There is room for what is added: what others read by references and pointers stays where it is.
#include <atomic>
#include <thread>
#include <vector>

static std::atomic<int> sum;

int main() {
  std::vector<int> numbers;
  numbers.reserve(8);
  numbers.push_back(1);
  const int &first = numbers[0];
  const int *data = numbers.data();
  std::thread one([&first] { sum += first; });
  std::thread two([data] { sum += *data; });
  std::thread three([&numbers] {
    numbers.push_back(2);
    numbers.emplace_back(3);
    numbers.resize(5);
  });
  one.join();
  two.join();
  three.join();
  return 0;
}
