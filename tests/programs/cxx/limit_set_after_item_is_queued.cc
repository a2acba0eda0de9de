// Main sets the limit when the worker may have found the item.
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
  *sum = item < limit ? item : limit;  // RACE! limit
}

int main() {
  int sum = 0;
  std::thread worker(work, &sum);
  {
    std::lock_guard<std::mutex> hold(lock);
    items.push(20);
  }
  limit = 10;  // RACE! limit
  worker.join();
  return sum - limit;
}
