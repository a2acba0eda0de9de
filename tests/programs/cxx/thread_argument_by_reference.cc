#include <functional>
#include <thread>

static void fill(int& place) {
  place = 5;  // RACE! place
}

int main() {
  int level = 0;
  std::thread filler(fill, std::ref(level));
  const int seen = level;  // RACE! level
  filler.join();
  return seen > 5 ? 1 : 0;
}
