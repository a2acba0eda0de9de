#include <mutex>
#include <thread>

static std::mutex guard;
static int sum;

static std::unique_lock<std::mutex> hold_it() {
  std::unique_lock<std::mutex> hold(guard);
  return hold;
}

static void add(int amount) {
  std::unique_lock<std::mutex> hold = hold_it();
  sum += amount;
}

int main() {
  std::thread a(add, 1), b(add, 2);
  a.join();
  b.join();
  return 0;
}
