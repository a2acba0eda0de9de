// Which thread an iterator of a list stands for is not known: what is waited for is doubted.
// TODAY: unknown: elements of lists
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
