#include <functional>
#include <mutex>
#include <queue>
#include <thread>
#include <utility>

static std::mutex mutex;
static std::queue<std::function<void()>> tasks;

static void work() {
  for (;;) {
    std::function<void()> task;
    {
      const std::lock_guard<std::mutex> guard(mutex);
      if (tasks.empty()) return;
      task = std::move(tasks.front());
      tasks.pop();
    }
    task();
  }
}

int main() {
  static int total = 0;
  for (int i = 0; i < 4; ++i) {
    tasks.emplace([i] {
      total += i;  // RACE! total
    });
  }
  std::thread one(work);
  std::thread two(work);
  one.join();
  two.join();
  return total;
}
