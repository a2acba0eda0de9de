// The worker looks at the limit once there is an item, and main has set it by then.
#include <mutex>
#include <queue>
#include <thread>

static int limit;
static std::mutex lock;
static std::queue<int> items;

static bool take(int *item) {
  std::lock_guard<std::mutex> hold(lock);
  if (items.empty()) return false;
  *item = items.front();
  items.pop();
  return true;
}

static void work(int *sum) {
  int item = 0;
  while (!take(&item)) {
  }
  *sum = item < limit ? item : limit;
}

int main() {
  int sum = 0;
  std::thread worker(work, &sum);
  limit = 10;
  {
    std::lock_guard<std::mutex> hold(lock);
    items.push(20);
  }
  worker.join();
  return sum - limit;
}
