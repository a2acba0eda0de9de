// What an iterator of a list points to is one element after the other.
#include <list>
#include <mutex>
#include <thread>

int total;
std::mutex lock;

int main() {
  std::list<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([] {
      std::lock_guard<std::mutex> guard(lock);
      total++;
    });
  }
  for (auto at = threads.begin(); at != threads.end(); ++at) at->join();
  return total == 0;
}
