#include <mutex>
#include <thread>

static std::mutex left, right;
static int plates;

static void both() {
  std::lock(left, right);
  std::lock_guard<std::mutex> a(left, std::adopt_lock);
  std::lock_guard<std::mutex> b(right, std::adopt_lock);
  plates++;
}

static void one() {
  std::lock_guard<std::mutex> a(right);
  plates++;
}

int main() {
  std::thread a(both), b(one);
  a.join();
  b.join();
  return 0;
}
