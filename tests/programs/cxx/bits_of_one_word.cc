// Each thread sets bits of its own, which lie in the same words as those of the other one.
// FLAGS: -std=gnu++20
#include <bitset>
#include <cstdio>
#include <thread>
#include <vector>

std::vector<bool> taken(4000);
std::bitset<4000> marked;

void Take(int from) {
  for (int i = from; i < 4000; i += 2) {
    taken[i] = true;  // RACE! bits
    marked.set(i);    // RACE! marked._M_w[]
  }
}

int main() {
  std::thread even(Take, 0), odd(Take, 1);
  even.join();
  odd.join();
  std::printf("%d\n", static_cast<int>(marked.count()) + taken[7]);
}
