#include <thread>

static int sum;

static void add(int amount) {
  sum += amount;  // RACE! sum
}

int main() {
  std::thread first(add, 1);
  std::thread second(add, 2);
  first.join();
  second.join();
  return 0;
}
