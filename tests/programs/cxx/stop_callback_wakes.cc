// FLAGS: -std=gnu++20
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

static std::mutex lock;
static std::condition_variable changed;
static int turns;

int main() {
  std::jthread worker([](std::stop_token stop) {
    std::stop_callback callback(stop, [] { changed.notify_all(); });
    std::unique_lock guard(lock);
    while (!stop.stop_requested()) {
      turns++;
      changed.wait(guard);
    }
  });
  worker.request_stop();
  worker.join();
  return turns;
}
