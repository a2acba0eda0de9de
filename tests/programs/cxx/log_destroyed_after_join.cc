// The destructor of a global runs as main ends, when no thread is left.
#include <thread>

static int lost;

class Log {
 public:
  void add() { lines_++; }
  ~Log() { lost += lines_; }

 private:
  int lines_ = 0;
};

static Log log_;

int main() {
  std::thread thread([] {
    log_.add();
    lost++;
  });
  thread.join();
  return 0;
}
