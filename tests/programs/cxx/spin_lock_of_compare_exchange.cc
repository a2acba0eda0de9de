#include <atomic>
#include <mutex>
#include <thread>

class Spin {
 public:
  void lock() {
    bool free = false;
    while (!taken_.compare_exchange_weak(free, true, std::memory_order_acquire)) free = false;
  }
  void unlock() { taken_.store(false, std::memory_order_release); }

 private:
  std::atomic<bool> taken_{false};
};

static Spin spin;
static int count;

static void work() {
  const std::lock_guard<Spin> guard(spin);
  ++count;
}

int main() {
  std::thread one(work);
  std::thread two(work);
  one.join();
  two.join();
  return count == 2 ? 0 : 1;
}
