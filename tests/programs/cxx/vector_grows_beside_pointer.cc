// The elements move under the lock, but who keeps a pointer to one writes without it.
#include <mutex>
#include <thread>
#include <vector>

int main() {
  std::vector<int> numbers{1, 2, 3};
  std::mutex lock;
  std::thread grow([&] {
    const std::lock_guard<std::mutex> guard(lock);
    numbers.push_back(4);  // RACE! *first
  });
  int *first = nullptr;
  {
    const std::lock_guard<std::mutex> guard(lock);
    first = &numbers[0];
  }
  *first = 3;  // RACE! *first
  grow.join();
  return 0;
}
