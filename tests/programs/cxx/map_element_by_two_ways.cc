// One thread goes through the map, the other one finds the same element by its key.
#include <map>
#include <thread>

int main() {
  std::map<int, int> counts;
  counts[1] = 2;
  std::thread counter([&] {
    for (auto &[key, count] : counts) count++;  // RACE! counts.at(1)
  });
  counts.at(1)++;  // RACE! counts.at(1)
  counter.join();
  return 0;
}
