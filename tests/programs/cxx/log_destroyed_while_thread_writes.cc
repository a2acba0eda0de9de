// The destructor of a global runs as main ends, while a detached thread still counts.
#include <thread>

class Log {
 public:
  void add() { lines_++; }  // RACE! log_.lines_
  ~Log() { lines_ = -1; }

 private:
  int lines_ = 0;
};

static Log log_;

int main() {
  std::thread([] { log_.add(); }).detach();
  return 0;
}
