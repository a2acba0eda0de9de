#include <mutex>
#include <thread>

static std::mutex guard;
static int sum;

static void add(int amount) {
  std::lock_guard<std::mutex> hold(guard);
  sum += amount;
}

int main() {
  std::thread first(add, 1);
  std::thread second(add, 2);
  first.join();
  second.join();
  return sum == 3 ? 0 : 1;
}
