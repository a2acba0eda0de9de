// The destructor of what lives in a function runs behind main, and looks before it waits.
#include <thread>

struct Report {
  long total = 0;
};
static Report last;

class Worker {
 public:
  Worker() : thread_([] { last.total++; }) {}  // RACE! last.total
  ~Worker() {
    last.total = 0;
    thread_.join();
  }

 private:
  std::thread thread_;
};

static Worker& worker() {
  static Worker only;
  return only;
}

int main() {
  worker();
  return 0;
}
