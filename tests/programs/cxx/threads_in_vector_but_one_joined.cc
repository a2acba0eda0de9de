// The last thread of the vector is still running.
#include <mutex>
#include <thread>
#include <vector>

int total;
std::mutex lock;

int main(int argc, char**) {
  std::vector<std::thread> threads;
  for (int i = 0; i < argc + 1; ++i) {
    threads.emplace_back([] {
      for (int k = 0; k < 1000; ++k) {
        std::lock_guard<std::mutex> guard(lock);
        total++;  // RACE! total
      }
    });
  }
  for (auto at = threads.begin(); at + 1 != threads.end(); ++at) at->join();
  const int seen = total;  // RACE! total
  threads.back().join();
  return seen < 0;
}
