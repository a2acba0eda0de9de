// A constructor sets its latch and then starts threads, which wait for it.
// FLAGS: -std=gnu++20
#include <atomic>
#include <latch>
#include <thread>
#include <vector>

class Team {
 public:
  explicit Team(int n) : go_(1) {
    for (int i = 0; i < n; ++i) {
      threads_.emplace_back([this] {
        go_.wait();
        sum_ += limit_;
      });
    }
  }

  void Start(int limit) {
    limit_ = limit;
    go_.count_down();
  }

  int Join() {
    for (auto& thread : threads_) thread.join();
    return sum_;
  }

 private:
  std::latch go_;
  int limit_ = 0;
  std::atomic<int> sum_{0};
  std::vector<std::thread> threads_;
};

int main(int argc, char**) {
  Team team(argc + 3);
  team.Start(7);
  return team.Join();
}
