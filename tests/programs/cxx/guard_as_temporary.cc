#include <mutex>
#include <thread>

static std::mutex guard;
static int sum;

static void add(int amount) {
  std::lock_guard<std::mutex>{guard};
  sum += amount;  // RACE! sum
}

int main() {
  std::thread a(add, 1), b(add, 2);
  a.join();
  b.join();
  return 0;
}
