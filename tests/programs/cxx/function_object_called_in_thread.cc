#include <functional>
#include <thread>

static int turns;

static void run(const std::function<void()>& task) { task(); }

int main() {
  std::function<void()> task = [] {
    turns++;  // RACE! turns
  };
  std::thread a([&task] { run(task); });
  turns++;  // RACE! turns
  a.join();
  return 0;
}
