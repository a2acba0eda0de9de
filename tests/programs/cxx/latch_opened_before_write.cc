// FLAGS: -std=gnu++20
#include <latch>
#include <thread>

static int setting;

int main() {
  std::latch start(1);
  int first = 0;
  std::thread one([&] {
    start.wait();
    first = setting;  // RACE! setting
  });
  start.count_down();
  setting = 3;  // RACE! setting
  one.join();
  return first;
}
