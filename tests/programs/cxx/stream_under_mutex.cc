#include <iostream>
#include <mutex>
#include <sstream>
#include <thread>

static std::mutex mutex;
static std::ostringstream journal;

static void note(int number) {
  std::lock_guard<std::mutex> guard(mutex);
  journal << number;
}

int main() {
  std::thread first(note, 1), second(note, 2);
  first.join();
  second.join();
  std::cout << journal.str();
  return 0;
}
