// TODAY: unknown: whether a second thread is started depends on the input
// The last thread is let go before the next one is started.
#include <iostream>
#include <string>
#include <thread>

static long searched;

static void search() { searched++; }  // RACE! searched

int main() {
  std::string line;
  std::thread searcher;
  while (std::getline(std::cin, line)) {  // TSAN: silent: there is no input
    if (line == "go") {
      if (searcher.joinable()) searcher.detach();
      searcher = std::thread(search);
    } else if (line == "stop") {
      if (searcher.joinable()) searcher.join();
    }
  }
  if (searcher.joinable()) searcher.join();
  return 0;
}
