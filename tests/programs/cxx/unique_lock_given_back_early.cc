#include <mutex>
#include <thread>

static std::mutex turns_lock;
static int turns, most;

static void work(int count) {
  for (int i = 0; i < count; i++) {
    std::unique_lock<std::mutex> held(turns_lock);
    int mine = ++turns;
    held.unlock();
    if (mine % 4 != 0) continue;
    held.lock();
    if (mine > most) most = mine;
  }
}

int main() {
  std::thread a(work, 10), b(work, 20);
  a.join();
  b.join();
  return turns + most;
}
