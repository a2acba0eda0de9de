// FLAGS: -std=gnu++20
#include <latch>
#include <thread>

static int setting;

int main() {
  std::latch start(1);
  int first = 0, second = 0;
  std::thread one([&] {
    start.wait();
    first = setting;
  });
  std::thread two([&] {
    start.wait();
    second = setting;
  });
  setting = 3;
  start.count_down();
  one.join();
  two.join();
  return first == 3 && second == 3 ? 0 : 1;
}
