// TODAY: unknown: a latch that is opened is taken for a flag that is used again
// FLAGS: -std=gnu++20
#include <latch>
#include <thread>

static int setting;

int main() {
  std::latch start(1);
  int first = 0;
  std::thread one([&] {
    start.wait();
    first = setting;  // MISSED setting: only possible, as said above
  });
  start.count_down();
  setting = 3;  // MISSED setting: only possible, as said above
  one.join();
  return first;
}
