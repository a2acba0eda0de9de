#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex guard;
static std::condition_variable changed;
static int parcels;

static void sender() {
  {
    std::lock_guard<std::mutex> hold(guard);
    parcels++;  // RACE! parcels
  }
  changed.notify_one();
}

static void receiver() {
  if (parcels > 0) return;  // RACE! parcels
  std::unique_lock<std::mutex> hold(guard);
  changed.wait(hold, [] { return parcels > 0; });
}

int main() {
  std::thread a(sender), b(receiver);
  a.join();
  b.join();
  return 0;
}
