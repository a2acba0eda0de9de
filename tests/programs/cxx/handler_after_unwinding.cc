// TODAY: unknown: too little is known of a branch on the way, and no execution shows it
#include <mutex>
#include <stdexcept>
#include <thread>

static std::mutex store_lock;
static int rows, refused;

static void store(int value) {
  if (value % 5 == 0) throw std::runtime_error("no such row");
  rows++;
}

// The lock is given back before the handler runs.
static void import(int from, int to) {
  for (int value = from; value < to; value++) {
    try {
      std::unique_lock<std::mutex> held(store_lock);
      store(value);
    } catch (const std::runtime_error &) {
      refused++;  // RACE! refused
    }
  }
}

int main() {
  std::thread a(import, 0, 100), b(import, 100, 200);
  a.join();
  b.join();
  return 0;
}
