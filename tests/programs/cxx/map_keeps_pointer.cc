// A pointer is put into a map by its key, and found there by an iterator.
#include <map>
#include <thread>

static int count;

int main() {
  std::map<int, int *> counts;
  counts[1] = &count;
  std::thread counter([&] { ++*counts.begin()->second; });  // RACE! count
  count++;                                                  // RACE! count
  counter.join();
  return 0;
}
