// TODAY: unknown: which of the threads was waited for is not followed from turn to turn
// One thread runs at a time: who starts it again waits for the last one first.
#include <iostream>
#include <string>
#include <thread>

static long searched;

static void search() { searched++; }

int main() {
  std::string line;
  std::thread searcher;
  while (std::getline(std::cin, line)) {
    if (line == "go") {
      if (searcher.joinable()) searcher.join();
      searcher = std::thread(search);
    } else if (line == "stop") {
      if (searcher.joinable()) searcher.join();
    }
  }
  if (searcher.joinable()) searcher.join();
  return searched == 0;
}
