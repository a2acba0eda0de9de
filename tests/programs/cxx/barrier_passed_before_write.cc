// FLAGS: -std=gnu++20
#include <barrier>
#include <thread>

static std::barrier<> gate(2);
static int half;

static void left() {
  gate.arrive_and_wait();
  half = 1;  // RACE! half
}

static void right(int* out) {
  gate.arrive_and_wait();
  *out = half;  // RACE! half
}

int main() {
  int b = 0;
  std::thread x(left), y(right, &b);
  x.join();
  y.join();
  return b > 1 ? 1 : 0;
}
