// FLAGS: -std=gnu++20
#include <barrier>
#include <thread>

static std::barrier<> gate(2);
static int halves[2];

static void left(int* out) {
  halves[0] = 1;
  gate.arrive_and_wait();
  *out = halves[1];
}

static void right(int* out) {
  halves[1] = 2;
  gate.arrive_and_wait();
  *out = halves[0];
}

int main() {
  int a = 0, b = 0;
  std::thread x(left, &a), y(right, &b);
  x.join();
  y.join();
  return a + b == 3 ? 0 : 1;
}
