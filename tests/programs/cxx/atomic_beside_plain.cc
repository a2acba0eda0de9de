#include <atomic>
#include <thread>

static std::atomic<int> hits{0};
static int misses;

static void hit() {
  hits++;
  misses++;  // RACE! misses
}

int main() {
  std::thread a(hit), b(hit);
  a.join();
  b.join();
  return 0;
}
