// TSAN: silent: the library is not built with it
#include <iomanip>
#include <iostream>
#include <thread>

static void column(int number) {
  std::cout << std::setw(8);  // RACE! std::cout
  std::cout << number;        // RACE! std::cout
}

int main() {
  std::thread first(column, 1), second(column, 2);
  first.join();
  second.join();
  return 0;
}
