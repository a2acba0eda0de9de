#include <atomic>
#include <thread>

static std::atomic<int> hits{0};
static std::atomic_flag seen = ATOMIC_FLAG_INIT;

static void hit() {
  hits++;
  hits.fetch_add(2, std::memory_order_relaxed);
  hits += 3;
  seen.test_and_set();
  int expected = 6;
  hits.compare_exchange_strong(expected, 7);
  hits.store(hits.load() + 1);
}

int main() {
  std::thread a(hit), b(hit);
  a.join();
  b.join();
  return hits.is_lock_free() ? 0 : 1;
}
