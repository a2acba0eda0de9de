// What is read from a stream is written to where the program says.
// TSAN: silent: there is no input
#include <iostream>
#include <thread>

static int number;

int main() {
  std::thread reader([] { std::cin >> number; });
  number = 1;  // RACE! number
  reader.join();
  return 0;
}
