#include <mutex>
#include <thread>

static std::mutex turns_lock;
static int turns, left;

// The lock is held in each turn and not behind the loop.
static void work(int count) {
  for (int i = 0; i < count; i++) {
    std::unique_lock<std::mutex> held(turns_lock);
    if (i % 3 == 0) continue;
    turns++;
  }
  left++;  // RACE! left
}

int main() {
  std::thread a(work, 10), b(work, 20);
  a.join();
  b.join();
  return turns + left;
}
