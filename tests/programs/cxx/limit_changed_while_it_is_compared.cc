// A watchdog compares how long ago the last sign of life was with a limit, and waits for a period: main changes both
// without the lock.
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
    if (now - last > limit) ++late;  // RACE! limit
    changed.wait_for(lock, period);  // RACE! period
  }
}

int main() {
  std::thread watchdog(Watch);
  limit = std::chrono::milliseconds(50);   // RACE! limit
  period = std::chrono::milliseconds(50);  // RACE! period
  {
    std::lock_guard<std::mutex> guard(mutex);
    last = Clock::now();
    stops = true;
  }
  changed.notify_all();
  watchdog.join();
  std::printf("%d\n", late);
}
