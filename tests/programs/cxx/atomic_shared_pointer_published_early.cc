// FLAGS: -std=c++20
// The limit is set when the settings are published already.
#include <atomic>
#include <memory>
#include <thread>

struct settings {
  int level;
  int limit;
};

static std::atomic<std::shared_ptr<settings>> current;
static std::atomic<int> sum;

static void use() {
  for (int i = 0; i < 10; ++i) {
    std::shared_ptr<settings> now = current.load();
    if (now) sum += now->level + now->limit;
  }
}

int main() {
  current.store(std::make_shared<settings>());
  std::thread a(use), b(use);
  for (int i = 0; i < 3; ++i) {
    auto next = std::make_shared<settings>();
    next->level = i;
    current = next;
    next->limit = 2 * i;  // RACE! limit
  }
  std::shared_ptr<settings> expected = current.exchange(nullptr);
  current.compare_exchange_strong(expected, nullptr);
  a.join();
  b.join();
}
