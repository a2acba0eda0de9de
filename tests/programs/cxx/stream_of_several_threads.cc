// TSAN: silent: the library is not built with it
#include <iostream>
#include <sstream>
#include <thread>

static std::ostringstream journal;

static void note(int number) {
  journal << number;  // RACE! journal
  std::cout << number;
}

int main() {
  std::thread first(note, 1), second(note, 2);
  first.join();
  second.join();
  std::cout << journal.str();
  return 0;
}
