// TODAY: unknown: the thread that joins both counts as one that waits at the barrier
// FLAGS: -std=gnu++20
#include <barrier>
#include <thread>

static std::barrier<> gate(2);
static int halves[2];

static void left(int* out) {
  halves[0] = 1;  // FALSE-ALARM halves[]: before the barrier
  gate.arrive_and_wait();
  *out = halves[1];  // FALSE-ALARM halves[]: after it
}

static void right(int* out) {
  halves[1] = 2;  // FALSE-ALARM halves[]: before the barrier
  gate.arrive_and_wait();
  *out = halves[0];  // FALSE-ALARM halves[]: after it
}

int main() {
  int a = 0, b = 0;
  std::thread x(left, &a), y(right, &b);
  x.join();
  y.join();
  return a + b == 3 ? 0 : 1;
}
