// FLAGS: -std=gnu++20
// A class starts as many workers as it is told, and waits for them as it ends.
#include <mutex>
#include <thread>
#include <vector>

class Workers {
 public:
  explicit Workers(unsigned count) {
    for (unsigned i = 0; i < count; ++i) workers_.emplace_back([this] { Run(); });
  }
  ~Workers() {
    for (std::thread& worker : workers_) worker.join();
    ++total_;
  }

 private:
  void Run() {
    std::lock_guard<std::mutex> lock(mutex_);
    ++total_;
  }

  std::mutex mutex_;
  long total_ = 0;
  std::vector<std::thread> workers_;
};

int main(int argc, char**) { Workers workers(argc + 1); }
