// FLAGS: -std=gnu++17
// The view is taken under the lock, and looked at when the lock is given back.
#include <atomic>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

class Settings {
 public:
  void SetName(const std::string &name) {
    const std::lock_guard<std::mutex> guard(lock_);
    name_ = name;  // RACE! name[0]
  }
  std::string_view name() {
    const std::lock_guard<std::mutex> guard(lock_);
    return name_;
  }

 private:
  std::mutex lock_;
  std::string name_ = "a name that is long enough to lie on the heap";
};

static std::atomic<int> sum;

int main() {
  Settings settings;
  std::thread reader([&settings] {
    const std::string_view name = settings.name();
    sum += name[0];  // RACE! name[0]
  });
  settings.SetName("short");
  reader.join();
  return 0;
}
