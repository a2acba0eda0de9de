// What std::getline returns is asked whether there was a line: the stream is a part of its class that
// others share.
#include <iostream>
#include <string>
#include <thread>

static int lines;

int main() {
  std::string line;
  while (std::getline(std::cin, line)) {
    std::thread counter([] { lines++; });
    counter.join();
  }
  if (!(std::cin >> line)) lines++;
  return lines;
}
