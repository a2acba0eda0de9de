// An object whose constructor makes a table is made by the first thread that needs it, and handed to
// the others by way of a pointer that is stored behind all that.
// FLAGS: -std=gnu++20
#include <atomic>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

class Squares {
 public:
  static const Squares& Get() {
    Squares* known = instance_.load(std::memory_order_acquire);
    if (known == nullptr) {
      std::lock_guard<std::mutex> lock(mutex_);
      known = instance_.load(std::memory_order_relaxed);
      if (known == nullptr) {
        known = new Squares;
        instance_.store(known, std::memory_order_release);
      }
    }
    return *known;
  }

  long Of(int i) const { return values_[i]; }

 private:
  Squares() : values_(1000) {
    for (int i = 0; i < 1000; ++i) values_[i] = static_cast<long>(i) * i;
  }

  std::vector<long> values_;
  static std::atomic<Squares*> instance_;
  static std::mutex mutex_;
};

std::atomic<Squares*> Squares::instance_{nullptr};
std::mutex Squares::mutex_;

static void Sum(int from, long* sum) {
  for (int i = from; i < 1000; ++i) *sum += Squares::Get().Of(i);
}

int main() {
  long one = 0, other = 0;
  std::thread first(Sum, 1, &one), second(Sum, 500, &other);
  first.join();
  second.join();
  std::printf("%ld\n", one + other);
}
