// A temporary object writes as it is destroyed, at the end of the expression that makes it.
#include <thread>

static int lines;

class Line {
 public:
  Line& operator<<(int value) {
    sum_ += value;
    return *this;
  }
  ~Line() { lines += sum_; }  // RACE! lines

 private:
  int sum_ = 0;
};

static void log() { Line() << 1 << 2; }

int main() {
  std::thread a(log), b(log);
  a.join();
  b.join();
  return lines;
}
