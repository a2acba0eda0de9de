// VERDICT: unknown: which element of a map is meant is not known
// Both write the last element.
#include <map>
#include <thread>

int main() {
  std::map<int, int> counts{{1, 2}};
  std::thread counter([&] { counts.rbegin()->second++; });  // RACE! second
  counts.rbegin()->second++;                                // RACE! second
  counter.join();
  return 0;
}
