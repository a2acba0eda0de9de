// TSAN: silent: the read is of no use and compiled away
#include <thread>

class Pool {
 public:
  Pool() { start(); }
  ~Pool() { worker_.join(); }

 private:
  void start() {
    worker_ = std::thread([this] { run(); });
    done_ = 0;  // RACE! done_
  }
  void run() { seen_by(done_); }  // RACE! done_
  static void seen_by(int) {}

  int done_ = 1;
  std::thread worker_;
};

static Pool first;
static Pool second;

int main() { return 0; }
