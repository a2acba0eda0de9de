#include <functional>
#include <thread>
#include <utility>

class Timer {
 public:
  void Start(std::function<void()> callback) {
    callback_ = std::move(callback);
    thread_ = std::thread([this] { callback_(); });
  }
  void Join() { thread_.join(); }

 private:
  std::function<void()> callback_;
  std::thread thread_;
};

int main() {
  int ticks = 0;
  Timer timer;
  timer.Start([&ticks] {
    ++ticks;  // RACE! ticks
  });
  ++ticks;  // RACE! ticks
  timer.Join();
  return ticks;
}
