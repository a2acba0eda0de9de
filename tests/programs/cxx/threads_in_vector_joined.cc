// Threads in a vector are joined one after the other, in the ways in which people write that.
#include <array>
#include <mutex>
#include <thread>
#include <vector>

int total;
int results[4];
std::mutex lock;

void add(int n) {
  std::lock_guard<std::mutex> guard(lock);
  total += n;
}

void join_all(std::vector<std::thread>& threads) {
  for (std::thread& thread : threads) {
    if (thread.joinable()) thread.join();
  }
}

class Service {
 public:
  void Start(int count) {
    for (int i = 0; i < count; ++i) threads_.emplace_back(&Service::Work, this);
  }
  int Stop() {
    for (auto& thread : threads_) thread.join();
    return done_;
  }

 private:
  void Work() {
    std::lock_guard<std::mutex> guard(lock_);
    ++done_;
  }

  std::vector<std::thread> threads_;
  std::mutex lock_;
  int done_ = 0;
};

int main(int argc, char**) {
  {
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) threads.emplace_back(add, i);
    for (auto& thread : threads) thread.join();
    total++;
  }
  {
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) threads.push_back(std::thread([i] { results[i] = i; }));
    for (size_t i = 0; i < threads.size(); ++i) threads[i].join();
    for (int result : results) total += result;
  }
  {
    std::vector<std::thread> threads(argc);
    for (int i = 0; i < argc; ++i) threads[i] = std::thread(add, i);
    for (auto& thread : threads) thread.join();
    total++;
  }
  {
    std::vector<std::thread> threads;
    for (int i = 0; i < argc; ++i) threads.emplace_back(add, i);
    join_all(threads);
    total++;
  }
  {
    std::array<std::thread, 3> threads;
    for (auto& thread : threads) thread = std::thread(add, 1);
    for (auto& thread : threads) thread.join();
    total++;
  }
  Service service;
  service.Start(argc + 1);
  return service.Stop() + total == 0;
}
