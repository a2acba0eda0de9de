// FLAGS: -std=gnu++20
// TODAY: unknown: functions that are called by who asks to stop are not followed
#include <atomic>
#include <stop_token>
#include <thread>

static std::atomic<bool> is_ready;
static int stops;

int main() {
  std::jthread worker([](std::stop_token stop) {
    std::stop_callback callback(stop, [] { stops++; });  // MISSED stops: called by main
    is_ready = true;
    do {
      stops++;  // MISSED stops: beside the call by main
    } while (!stop.stop_requested());
  });
  while (!is_ready) std::this_thread::yield();
  worker.request_stop();
  return 0;
}
