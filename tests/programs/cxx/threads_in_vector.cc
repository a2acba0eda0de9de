#include <mutex>
#include <thread>
#include <vector>

static std::mutex guard;
static int total;

int main() {
  std::vector<std::thread> crew;
  for (int i = 0; i < 4; ++i) {
    crew.emplace_back([] {
      std::lock_guard<std::mutex> hold(guard);
      ++total;
    });
  }
  for (std::thread& one : crew) one.join();
  std::lock_guard<std::mutex> hold(guard);
  return total == 4 ? 0 : 1;
}
