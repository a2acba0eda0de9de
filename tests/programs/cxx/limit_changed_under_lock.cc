// A watchdog compares how long ago the last sign of life was with a limit, and waits for a period. Main changes both
// under the lock that the watchdog has.
// FLAGS: -std=gnu++20
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

using Clock = std::chrono::steady_clock;

std::mutex mutex;
std::condition_variable changed;
bool stops;
int late;
Clock::time_point last;
std::chrono::milliseconds limit{10}, period{5};

void Watch() {
  std::unique_lock<std::mutex> lock(mutex);
  while (!stops) {
    const auto now = Clock::now();
    if (now - last > limit) ++late;
    changed.wait_for(lock, period);
  }
}

int main() {
  std::thread watchdog(Watch);
  {
    std::lock_guard<std::mutex> guard(mutex);
    limit = std::chrono::milliseconds(50);
    period = std::chrono::milliseconds(50);
    last = Clock::now();
    stops = true;
  }
  changed.notify_all();
  watchdog.join();
  std::printf("%d\n", late);
}
