// FLAGS: -std=gnu++20
// TODAY: unknown: where pointers in a copied list lead is not known
#include <algorithm>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

class Listener {
 public:
  explicit Listener(std::string name) : name_(std::move(name)) {}
  virtual ~Listener() = default;
  virtual void OnEvent(int value) = 0;
  virtual void OnEnd() {}

 private:
  std::string name_;
};

class Adder : public Listener {
 public:
  using Listener::Listener;
  void OnEvent(int value) override { sum_ += value; }
  void OnEnd() override { sum_ = 0; }

 private:
  int sum_ = 0;
};

std::mutex list_lock, call_lock;
std::vector<std::shared_ptr<Listener>> listeners;

static void Remove(const std::shared_ptr<Listener>& listener) {
  {
    const std::lock_guard guard(list_lock);
    const auto found = std::find(listeners.begin(), listeners.end(), listener);
    if (found == listeners.end()) return;
    listeners.erase(found);
  }
  const std::lock_guard guard(call_lock);
  listener->OnEnd();
}

static void Tell(int value) {
  std::vector<std::shared_ptr<Listener>> all;
  {
    const std::lock_guard guard(list_lock);
    all = listeners;
  }
  const std::lock_guard guard(call_lock);
  for (const auto& one : all) one->OnEvent(value);
}

int main() {
  for (int i = 0; i < 2; ++i) {
    listeners.push_back(std::make_shared<Adder>("adder" + std::to_string(i)));
  }
  const std::shared_ptr<Listener> first = listeners[0];
  std::thread teller([] {
    for (int i = 0; i < 3; ++i) Tell(i);
  });
  Remove(first);
  teller.join();
  return static_cast<int>(listeners.size()) - 1;
}
