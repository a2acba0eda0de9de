// FLAGS: -std=gnu++20
// The end of a vector of jthreads waits for all of them.
#include <mutex>
#include <thread>
#include <vector>

int total;
std::mutex lock;

int main() {
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([] {
        std::lock_guard<std::mutex> guard(lock);
        total++;
      });
    }
  }
  return total == 0;
}
