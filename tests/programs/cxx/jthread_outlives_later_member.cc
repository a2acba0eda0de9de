// The thread is asked to stop, and waited for, when the members declared after it have ended.
// FLAGS: -std=gnu++20
#include <mutex>
#include <thread>
#include <vector>

class Recorder {  // RACE! element // RACE! _M_impl
 public:
  Recorder() {
    worker_ = std::jthread([this](std::stop_token stop) { Record(stop); });
  }

 private:
  void Record(std::stop_token stop) {
    while (!stop.stop_requested()) {
      const std::lock_guard<std::mutex> guard(mutex_);
      samples_.push_back(1);  // RACE! element // RACE! _M_impl
    }
  }

  std::mutex mutex_;
  std::jthread worker_;
  std::vector<int> samples_;
};

int main() { Recorder recorder; }
