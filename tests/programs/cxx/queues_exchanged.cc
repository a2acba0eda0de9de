#include <deque>
#include <mutex>
#include <thread>
#include <utility>

static std::mutex lock;
static std::deque<int*> waiting;

static void drain() {
  std::deque<int*> mine;
  {
    std::lock_guard<std::mutex> hold(lock);
    std::swap(mine, waiting);
  }
  for (int* number : mine) ++*number;
}

int main() {
  int number = 0;
  waiting.push_back(&number);
  std::thread a(drain), b(drain);
  a.join();
  b.join();
  return number - 1;
}
