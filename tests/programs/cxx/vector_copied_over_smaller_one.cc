// What is assigned has no room in the block that a pointer leads into.
#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

static std::mutex lock;
static std::vector<int> numbers{1, 2, 3};
static std::atomic<int> sum;

static void replace() {
  const std::vector<int> others{4, 5, 6, 7};
  const std::lock_guard<std::mutex> guard(lock);
  numbers = others;  // RACE! *first // RACE! element
}

int main() {
  const int* first = numbers.data();
  std::thread one(replace);
  std::thread two([first] { sum += *first; });  // RACE! *first // RACE! element
  one.join();
  two.join();
  return 0;
}
