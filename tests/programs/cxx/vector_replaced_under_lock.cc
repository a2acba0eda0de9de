// The vector gets other blocks again and again, under the lock of all who look into them.
#include <mutex>
#include <thread>
#include <vector>

static std::mutex lock;
static std::vector<int> numbers(3);
static int sum;

static void replace() {
  const std::vector<int> others(20);
  const std::lock_guard<std::mutex> guard(lock);
  numbers.push_back(1);
  numbers.clear();
  numbers.shrink_to_fit();
  std::vector<int>().swap(numbers);
  numbers = std::vector<int>(9);
  numbers = others;
}

static void look() {
  const std::lock_guard<std::mutex> guard(lock);
  const int &first = numbers[0];
  sum += first;
  for (auto number = numbers.begin(); number != numbers.end(); ++number) sum += *number;
}

int main() {
  std::thread one(replace), two(look);
  one.join();
  two.join();
  return sum;
}
