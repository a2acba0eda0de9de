#include <atomic>
#include <thread>

static int data;
static std::atomic<bool> ready{false};

int main() {
  std::thread reader([] {
    while (!ready.load(std::memory_order_relaxed)) {
    }
    ++data;  // RACE! data
  });
  data = 42;  // RACE! data
  ready.store(true, std::memory_order_relaxed);
  reader.join();
  return data == 43 ? 0 : 1;
}
