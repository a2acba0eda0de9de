// FLAGS: -std=gnu++20
// The first worker is not waited for before the total is looked at.
#include <cstddef>
#include <mutex>
#include <thread>
#include <vector>

class Workers {
 public:
  explicit Workers(unsigned count) {
    for (unsigned i = 0; i < count; ++i) workers_.emplace_back([this] { Run(); });
  }
  ~Workers() {
    for (std::size_t i = 1; i < workers_.size(); ++i) workers_[i].join();
    ++total_; // RACE! workers.total_
    workers_[0].join();
  }

 private:
  void Run() {
    std::lock_guard<std::mutex> lock(mutex_);
    ++total_; // RACE! workers.total_
  }

  std::mutex mutex_;
  long total_ = 0;
  std::vector<std::thread> workers_;
};

int main(int argc, char**) { Workers workers(argc + 1); }
