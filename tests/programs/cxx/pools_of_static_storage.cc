// Two objects that start threads before main: the threads of one do not use the other.
#include <thread>
#include <vector>

class Pool {
 public:
  Pool() { start(2); }
  ~Pool() {
    for (std::thread& worker : workers_) worker.join();
  }

 private:
  void start(int count) {
    done_ = 0;
    for (int i = 0; i < count; ++i) workers_.emplace_back([this] { run(); });
  }
  void run() { seen_by(done_); }
  static void seen_by(int) {}

  int done_ = 1;
  std::vector<std::thread> workers_;
};

static Pool first;
static Pool second;

int main() { return 0; }
