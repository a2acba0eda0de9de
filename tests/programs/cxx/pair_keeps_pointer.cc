// A pair is made where it lies in the vector.
#include <thread>
#include <utility>
#include <vector>

static int count;

int main() {
  std::vector<std::pair<int, int *>> counts;
  counts.emplace_back(1, &count);
  std::thread counter([&] { ++*counts[0].second; });  // RACE! count
  count++;                                            // RACE! count
  counter.join();
  return 0;
}
