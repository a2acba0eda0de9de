// After the swap, each name stands for the other thread.
#include <thread>
#include <utility>

static int first, second, third;

int main() {
  std::thread a([] { first++; }), b([] { second++; third++; });
  std::swap(a, b);
  a.join();
  second++;
  first++;  // RACE! first
  b.swap(a);
  a.join();
  third++;
  return first + second + third;
}
