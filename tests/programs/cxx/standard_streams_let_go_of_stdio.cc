// TSAN: silent: the library is not built with it
#include <iostream>
#include <thread>

static void count(int number) {
  std::cout << number;  // RACE! std::cout
}

int main() {
  std::ios_base::sync_with_stdio(false);
  std::thread first(count, 1), second(count, 2);
  first.join();
  second.join();
  return 0;
}
