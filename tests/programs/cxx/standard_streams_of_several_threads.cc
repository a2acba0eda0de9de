// What is printed to std::cout and the like, and read from std::cin, may meet, but does not race.
#include <iostream>
#include <string>
#include <thread>

static void tell(std::ostream& stream, const std::string& text) {
  stream << text << 1.5 << std::endl;
  stream.put('.').write("ok", 2).flush();
}

int main() {
  const auto report = [] {
    tell(std::cout, "done");
    tell(std::cerr, "done");
    std::clog << 'x';
    int number = 0;
    std::cin >> number;
  };
  std::thread first(report), second(report);
  first.join();
  second.join();
  return 0;
}
